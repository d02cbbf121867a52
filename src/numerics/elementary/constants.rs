//! The irrational constants, as integers: each is its number scaled by a power of two and rounded down.
//!
//! They are the only facts here that are not derived by integer arithmetic where they are used; the tests derive them
//! again from series of big integers (Machin's formula, the area tangent, the series of the normal law).

/// `floor(2^116 ln 2)`.
pub const LN_2: i128 = 0x000b_1721_7f7d_1cf7_9abc_9e3b_3980_3f2f;

/// `pi / 2` in base `2^60`: `floor(2^180 pi / 2) = HALF_PI[0] 2^120 + HALF_PI[1] 2^60 + HALF_PI[2]`, the last two
/// below `2^60`.
pub const HALF_PI: [i128; 3] = [0x1921_fb54_442d_1846, 0x0989_8cc5_1701_b839, 0x0a25_2049_c111_4cf9];

/// `floor(2^65 / sqrt(2 pi))`.
pub const INVERSE_ROOT_TWO_PI: u64 = 0xcc42_299e_a1b2_8468;

/// `MILLS[i] = floor(2^126 M((i + 1) / 4))`, where `M(x) = (1 - Phi(x)) / phi(x)` is Mills' ratio of the normal law.
pub const MILLS: [u128; 32] = [
    0x426b_b7c5_11b7_8c87_abce_3c20_dc1b_67e0,
    0x3816_5af1_f61b_707c_0ff2_517d_b5ab_3224,
    0x302a_204e_7f53_ed49_2813_a3de_ead9_38cf,
    0x29f6_a753_d614_387c_e89f_fc7e_96d7_dbb9,
    0x2505_00b6_d277_697b_573f_418e_c3a6_9ab3,
    0x2103_1f98_3a56_595d_47d1_2d20_03d4_d2b8,
    0x1db7_3467_cf14_8dbb_0adc_9cd6_a817_16b2,
    0x1af7_b6a4_d54e_8cdc_4f2e_6b46_f52c_2274,
    0x18a6_4504_45bb_966a_dba7_a378_cd67_6a5e,
    0x16ac_4792_d19d_e827_52ff_1ef2_b7ba_533d,
    0x14f8_ae77_4d13_896c_fa83_d872_9e34_2c29,
    0x137e_684e_e8e1_8515_9d67_caa8_3d55_0612,
    0x1233_512c_f677_99c8_f73b_57fb_ddf4_d6b6,
    0x110f_7242_78b7_93eb_355a_1b4a_0e82_ed14,
    0x100c_7855_30ab_1141_9da1_e47e_0617_65bc,
    0x0f25_5009_4896_ef15_38ab_cb92_14a7_9692,
    0x0e55_dca5_a996_1cf0_4316_30e0_c727_b4a9,
    0x0d9a_c1a2_c5c6_e1a9_5286_c0d4_c6ae_f010,
    0x0cf1_39ba_f522_a246_221b_a4c3_c5e3_c468,
    0x0c56_f7ce_09fc_4e9b_16c0_8b7f_31f1_8787,
    0x0bca_0eff_6d6e_3c8f_00e6_81a6_824b_8b15,
    0x0b48_e034_5707_740f_9902_4a1b_3807_366c,
    0x0ad2_0b9b_aec6_3302_1fd7_8ba9_bcea_2e56,
    0x0a64_6545_c9cb_243d_cd39_eab8_4d17_7602,
    0x09fe_ec13_ee3b_1d6c_9832_222d_b563_e78d,
    0x09a0_c276_aec8_a3ce_c74a_b1ad_10e4_53a4,
    0x0949_2894_538e_65a0_6628_4c43_f85e_5704,
    0x08f7_7789_7dac_32b7_f198_05d9_ab04_6ddd,
    0x08ab_1d88_9f40_160f_65e4_bb95_a8ad_8274,
    0x0863_9aaa_971b_4712_690d_a8f1_fa81_808f,
    0x0820_7e4d_08f8_4461_7d31_d235_309b_965e,
    0x07e1_64e2_d23e_f5fa_0c21_07ee_f60f_593c,
];
