//! What becomes of one piece of an expression: tables of operators, methods, names and returned values.

use syn::{BinOp, GenericArgument, Lit, PathArguments, ReturnType, Type};

/// Other operators for one: a sign, a boundary, the opposite.
pub(crate) fn operators(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) | BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) | BinOp::BitXor(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<="],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => &["+="],
        BinOp::DivAssign(_) => &["*="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

/// Names of methods, fields and directions that have an opposite of the same type.
const OPPOSITES: [(&str, &str); 11] = [
    ("plus", "minus"),
    ("max", "min"),
    ("all", "any"),
    ("is_some", "is_none"),
    ("is_ok", "is_err"),
    ("lo", "hi"),
    ("Up", "Down"),
    ("floor", "ceil"),
    ("saturating_add", "saturating_sub"),
    ("checked_add", "checked_sub"),
    ("wrapping_add", "wrapping_sub"),
];

/// The opposite of a name.
pub(crate) fn opposite(name: &str) -> Option<&'static str> {
    OPPOSITES.iter().find_map(|&(a, b)| if name == a { Some(b) } else { (name == b).then_some(a) })
}

/// Methods that are left out: what they are called on has their type.
pub(crate) const LEFT_OUT: [&str; 4] = ["negated", "abs", "neg", "rev"];

/// Another constant: 1 for 0, 0 for 1, one more for the rest; the other truth value.
pub(crate) fn constant(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Bool(value) => Some((!value.value).to_string()),
        Lit::Int(number) => {
            let value: u128 = number.base10_parse().ok()?;
            let other = if value == 1 { 0 } else { value.checked_add(1)? };
            Some(format!("{other}{}", number.suffix()))
        }
        _ => None,
    }
}

/// What a function of this type may return at once.
pub(crate) fn returned(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => Vec::new(),
        ReturnType::Type(_, of) => values(of),
    }
}

fn values(of: &Type) -> Vec<String> {
    let owned = |text: &[&str]| text.iter().map(|&text| text.to_owned()).collect();
    match of {
        Type::Tuple(tuple) if tuple.elems.is_empty() => owned(&["()"]),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            let inner = || match &last.arguments {
                PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
                    GenericArgument::Type(of) => Some(values(of)),
                    _ => None,
                }),
                _ => None,
            };
            match last.ident.to_string().as_str() {
                "bool" => owned(&["true", "false"]),
                "usize" | "u8" | "u32" | "u64" | "u128" | "i32" | "i64" | "i128" => owned(&["0", "1"]),
                "f64" => owned(&["0.0", "1.0"]),
                "Ordering" => owned(&["std::cmp::Ordering::Less", "std::cmp::Ordering::Equal"]),
                "Option" => {
                    let some = inner().unwrap_or_default().into_iter().map(|value| format!("Some({value})"));
                    owned(&["None"]).into_iter().chain(some).collect()
                }
                "Result" => inner().unwrap_or_default().into_iter().map(|value| format!("Ok({value})")).collect(),
                "String" => Vec::new(),
                _ => owned(&["Default::default()"]),
            }
        }
        _ => Vec::new(),
    }
}
