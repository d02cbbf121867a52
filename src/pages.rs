//! The project's pages, beside the code that they speak of. Start with the [map]; [readme] is the front page.
//!
//! They are the files of the folder `docs`, with links that lead where rustdoc shows it (`build.rs`), and exist in the
//! documentation only. Code on them is compiled where it stands in the repository, not here.

/// A module per page.
macro_rules! pages {
    ($($page:ident)*) => { $(
        #[allow(rustdoc::invalid_rust_codeblocks, reason = "a page may show a piece of an `impl`")]
        #[doc = include_str!(concat!(env!("OUT_DIR"), "/pages/", stringify!($page), ".md"))]
        pub mod $page {}
    )* };
}

pages! {
    readme map tutorial
    your_training_run python shrinking certificates reports
    adding_a_player players rates planning adding_a_problem adding_a_statement
    data scaling
    trust errata testing compare
    architecture design performance
    commands solving equilibria statements formats
    contributing security changelog
}
