//! The inner loop of products of tall matrices, in vectors by name.
//!
//! Each sum runs over the rounds in their order, without fused multiply-add, so that its bits are the same on every
//! processor. Loops over lanes would be shorter, but where the crate is optimised in parts the compiler takes them
//! apart into single numbers: measured, a third of the speed.

use pulp::Simd;

/// Columns of the right factor that are taken together.
pub(crate) const LANES: usize = 8;
/// Columns of the left factor that are taken together: the sums of a tile fill half of the vector registers.
pub(crate) const TALL: usize = 4;

/// A function whose loops are surely compiled for the widest vectors of the machine, because it stands in a struct; the
/// results are the same on all machines. Arguments that are borrowed live for `'a`, and the instructions are called as
/// the square brackets say.
macro_rules! wide {
    ($(#[$doc:meta])* $vis:vis fn $name:ident<'a>$([$simd:ident])?($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[$doc])*
        #[allow(clippy::needless_lifetimes, clippy::elidable_lifetime_names, reason = "the struct has the lifetime")]
        $vis fn $name<'a>($($arg: $type),*) $(-> $out)? {
            struct Call<'a> {
                $($arg: $type),*
            }
            impl<'a> pulp::WithSimd for Call<'a> {
                type Output = $crate::numerics::lanes::wide!(@ $($out)?);

                #[inline(always)]
                fn with_simd<S: pulp::Simd>(self, own: S) -> Self::Output {
                    let _ = own;
                    $(let $simd = own;)?
                    let Self { $($arg),* } = self;
                    $body
                }
            }
            pulp::Arch::new().dispatch(Call { $($arg),* })
        }
    };
    (@) => { () };
    (@ $out:ty) => { $out };
}
pub(crate) use wide;

/// `sums[i][k]` is the sum over the rounds of `left[i] * right[k]`.
#[inline(always)]
pub(crate) fn tile<S: Simd>(simd: S, left: &[[f64; TALL]], right: &[[f64; LANES]]) -> [[f64; LANES]; TALL] {
    let vectors = LANES / S::F64_LANES; // of a row of `right`: 8, 4, 2 or 1
    let right = S::as_simd_f64s(right.as_flattened()).0;
    let mut tile = [[0.0; LANES]; TALL];
    for part in (0..vectors).step_by(2) {
        let next = (part + 1).min(vectors - 1);
        let mut sums = [[simd.splat_f64s(0.0); 2]; TALL];
        for (left, right) in left.iter().zip(right.chunks_exact(vectors)) {
            let (a, b) = (right[part], right[next]);
            for i in 0..TALL {
                let factor = simd.splat_f64s(left[i]);
                sums[i][0] = simd.add_f64s(sums[i][0], simd.mul_f64s(factor, a));
                sums[i][1] = simd.add_f64s(sums[i][1], simd.mul_f64s(factor, b));
            }
        }
        for (row, sums) in tile.iter_mut().zip(sums) {
            let row = S::as_mut_simd_f64s(row).0;
            (row[next], row[part]) = (sums[1], sums[0]);
        }
    }
    tile
}
