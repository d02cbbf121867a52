//! What the rules ask about a piece of source.

use syn::visit::Visit;
use syn::{Arm, Attribute, Expr, Member, Pat};

/// Whether only tests have it.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test"))
    })
}

/// Whether an expression has a `let` of a condition in it, which stands in no parentheses.
pub(crate) fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(paren) => has_let(&paren.expr),
        _ => false,
    }
}

/// Whether a pattern gives a name to something.
pub(crate) fn binds(pattern: &Pat) -> bool {
    struct Finds(bool);
    impl<'a> Visit<'a> for Finds {
        fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
            // An uppercase name is a constant or a variant.
            self.0 |= pattern.ident.to_string().starts_with(|first: char| !first.is_uppercase());
        }
    }
    let mut finds = Finds(false);
    finds.visit_pat(pattern);
    finds.0
}

/// Whether an arm takes whatever is left.
pub(crate) fn catches_all(arm: &Arm) -> bool {
    arm.guard.is_none() && (matches!(arm.pat, Pat::Wild(_)) || matches!(&arm.pat, Pat::Ident(_) if binds(&arm.pat)))
}

/// The field `lo` or `hi` that an expression is.
pub(crate) fn end(expression: &Expr) -> Option<&syn::Ident> {
    match expression {
        Expr::Field(field) => match &field.member {
            Member::Named(name) if ["lo", "hi"].contains(&name.to_string().as_str()) => Some(name),
            _ => None,
        },
        Expr::Paren(paren) => end(&paren.expr),
        _ => None,
    }
}
