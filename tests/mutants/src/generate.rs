//! Bugs made by rule: every expression of a source that has another one of the same type in its place.
//!
//! What is only said is left out: texts inside `format!` and its kin, `Display` and `Debug`. What is computed by the
//! compiler has no switch; it is counted.

use crate::swaps::{LEFT_OUT, constant, operators, opposite, returned};
use crate::syntax::{binds, catches_all, end, has_let, is_test};
use crate::tree::{Bug, Form};
use proc_macro2::Span;
use std::ops::Range;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, Block, Expr, Item, Pat, Stmt, Token, UnOp};

/// The bugs of one source.
pub(crate) struct Made {
    pub(crate) bugs: Vec<Bug>,
    /// Places that the compiler evaluates.
    pub(crate) constant: usize,
}

/// Makes the bugs of a source.
pub(crate) fn make(file: &str, source: &str) -> Result<Made, String> {
    let parsed = syn::parse_file(source).map_err(|error| {
        let at = error.span().start();
        format!("{file}, line {}, column {}: {error}: the source does not parse", at.line, at.column + 1)
    })?;
    let mut maker =
        Maker { file, source, inside: String::new(), is_constant: false, made: Made { bugs: Vec::new(), constant: 0 } };
    maker.visit_file(&parsed);
    let mut made = maker.made;
    name(&mut made.bugs, source);
    Ok(made)
}

/// Names each bug by its line and what it changes; the second of one name on one line has a number.
fn name(bugs: &mut Vec<Bug>, source: &str) {
    bugs.sort_by(|a, b| (a.place.start, a.place.end, &a.what).cmp(&(b.place.start, b.place.end, &b.what)));
    bugs.dedup_by(|a, b| a.place == b.place && a.now == b.now);
    let mut seen = std::collections::BTreeMap::new();
    for bug in bugs {
        let start = source[..bug.place.start].rfind('\n').map_or(0, |at| at + 1);
        let line = source[start..].lines().next().unwrap_or("").trim();
        bug.what = bug.what.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = format!("{line} | {}", bug.what);
        let times: &mut usize = seen.entry((bug.inside.clone(), name.clone())).or_default();
        *times += 1;
        bug.name = if *times == 1 { name } else { format!("{name} #{times}") };
    }
}

struct Maker<'a> {
    file: &'a str,
    source: &'a str,
    /// The function that is looked at.
    inside: String,
    is_constant: bool,
    made: Made,
}

fn range(span: Span) -> Range<usize> {
    span.byte_range()
}

impl Maker<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[range(span)]
    }

    fn push(&mut self, place: Range<usize>, form: Form, now: String, what: String) {
        if self.is_constant {
            self.made.constant += 1;
            return;
        }
        let (file, inside) = (self.file.to_owned(), self.inside.clone());
        self.made.bugs.push(Bug { name: String::new(), file, inside, place, form, now, what });
    }

    /// An expression with a piece of it replaced.
    fn replace(&mut self, whole: Span, piece: Span, by: &str) {
        let (whole, piece) = (range(whole), range(piece));
        let now = [&self.source[whole.start..piece.start], by, &self.source[piece.end..whole.end]].concat();
        let what = format!("{} -> {by}", &self.source[piece]);
        self.push(whole, Form::Expression, now, what);
    }

    fn instead(&mut self, whole: Span, now: &str) {
        let what = format!("{} -> {now}", self.text(whole));
        self.push(range(whole), Form::Expression, now.to_owned(), what);
    }

    /// A condition that has no operator of its own is negated.
    fn condition(&mut self, condition: &Expr) {
        if !has_let(condition) && !matches!(condition, Expr::Binary(_) | Expr::Unary(_)) {
            let now = format!("!({})", self.text(condition.span()));
            self.instead(condition.span(), &now);
        }
    }

    /// The ends of the enclosures that stand directly in an expression are swapped there: they may not be copied.
    fn ends(&mut self, whole: &Expr, parts: &[&Expr]) {
        for name in parts.iter().filter_map(|part| end(part)) {
            if let Some(other) = opposite(&name.to_string()) {
                self.replace(whole.span(), name.span(), other);
            }
        }
    }

    fn delete(&mut self, statement: &Stmt) {
        let short: String = self.text(statement.span()).split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String =
            if short.chars().count() > 60 { short.chars().take(60).chain("...".chars()).collect() } else { short };
        self.push(range(statement.span()), Form::Statement, String::new(), format!("delete {short}"));
    }

    fn function(&mut self, name: &syn::Ident, signature: &syn::Signature, block: &Block, attributes: &[Attribute]) {
        if is_test(attributes) {
            return;
        }
        let outer = (std::mem::replace(&mut self.inside, name.to_string()), self.is_constant);
        self.is_constant |= signature.constness.is_some();
        if !block.stmts.is_empty() {
            let at = range(block.brace_token.span.open()).end;
            for value in returned(&signature.output) {
                let now = format!(" if ON {{ return {value}; }}");
                self.push(at..at, Form::Insertion, now, format!("return {value}"));
            }
        }
        self.visit_block(block);
        (self.inside, self.is_constant) = outer;
    }

    fn arms(&mut self, arms: &[Arm]) {
        let ends_open = arms.last().is_some_and(catches_all);
        for (i, arm) in arms.iter().enumerate() {
            if let Some((_, guard)) = &arm.guard {
                self.condition(guard);
                if !has_let(guard) {
                    self.instead(guard.span(), "false");
                }
            } else if ends_open && i + 1 < arms.len() {
                let at = range(arm.pat.span()).end;
                let what = format!("delete arm {}", self.text(arm.pat.span()));
                self.push(at..at, Form::Insertion, " if !ON".to_owned(), what);
            } else if let Some(next) = arms.get(i + 1).filter(|next| !binds(&next.pat) && !binds(&arm.pat)) {
                let (body, other) = (self.text(arm.body.span()), self.text(next.body.span()).to_owned());
                if body != other && body.len().max(other.len()) < 120 {
                    self.instead(arm.body.span(), &other);
                }
            }
        }
    }
}

impl<'a> Visit<'a> for Maker<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        let outer = self.is_constant;
        match item {
            Item::Mod(module) if is_test(&module.attrs) => return,
            Item::Impl(implementation) => {
                let of = implementation.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                if of.is_some_and(|last| ["Display", "Debug"].contains(&last.ident.to_string().as_str())) {
                    return;
                }
            }
            Item::Const(_) | Item::Static(_) => self.is_constant = true,
            Item::Macro(_) | Item::Enum(_) | Item::Struct(_) | Item::Type(_) => return,
            _ => {}
        }
        visit::visit_item(self, item);
        self.is_constant = outer;
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.function(&item.sig.ident, &item.sig, &item.block, &item.attrs);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.sig.ident, &item.sig, &item.block, &item.attrs);
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        let outer = std::mem::replace(&mut self.is_constant, true);
        visit::visit_impl_item_const(self, item);
        self.is_constant = outer;
    }

    fn visit_type(&mut self, _: &'a syn::Type) {}

    fn visit_attribute(&mut self, _: &'a Attribute) {}

    fn visit_pat(&mut self, _: &'a Pat) {}

    fn visit_expr_closure(&mut self, closure: &'a syn::ExprClosure) {
        // What a table of constants points to runs when it is called.
        let outer = std::mem::replace(&mut self.is_constant, false);
        self.visit_expr(&closure.body);
        self.is_constant = outer;
    }

    fn visit_expr_repeat(&mut self, repeat: &'a syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Expr(
                Expr::MethodCall(_)
                | Expr::Call(_)
                | Expr::Try(_)
                | Expr::Assign(_)
                | Expr::Binary(_)
                | Expr::Continue(_),
                Some(_),
            ) => self.delete(statement),
            Stmt::Expr(Expr::If(condition), None) if condition.else_branch.is_none() => self.delete(statement),
            _ => {}
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        self.visit_expr_here(expression);
        visit::visit_expr(self, expression);
    }
}

impl Maker<'_> {
    /// The bugs of an expression itself, not of what is in it.
    fn visit_expr_here(&mut self, expression: &Expr) {
        let span = expression.span();
        match expression {
            Expr::Binary(binary) => {
                if !has_let(expression) {
                    for other in operators(&binary.op) {
                        self.replace(span, binary.op.span(), other);
                    }
                }
                self.ends(expression, &[&binary.left, &binary.right]);
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                let now = self.text(unary.expr.span()).to_owned();
                self.instead(span, &now);
            }
            Expr::Lit(literal) => {
                if let Some(other) = constant(&literal.lit) {
                    self.instead(span, &other);
                }
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                if let Some(other) = opposite(&name) {
                    self.replace(span, call.method.span(), other);
                }
                if LEFT_OUT.contains(&name.as_str()) && call.args.is_empty() {
                    let (receiver, whole) = (range(call.receiver.span()), range(span));
                    let now = self.source[receiver.clone()].to_owned();
                    self.push(whole, Form::Expression, now, format!("delete .{name}()"));
                }
                self.ends(expression, &call.args.iter().chain([&*call.receiver]).collect::<Vec<_>>());
            }
            Expr::Call(call) => self.ends(expression, &call.args.iter().collect::<Vec<_>>()),
            Expr::Tuple(tuple) => self.ends(expression, &tuple.elems.iter().collect::<Vec<_>>()),
            Expr::Struct(fields) => {
                self.ends(expression, &fields.fields.iter().map(|field| &field.expr).collect::<Vec<_>>());
            }
            Expr::Reference(reference) if reference.mutability.is_none() => {
                self.ends(expression, &[&reference.expr]);
            }
            Expr::Path(path) => {
                let last = path.path.segments.last().map(|last| last.ident.clone());
                if let Some(other) = last.as_ref().and_then(|last| opposite(&last.to_string()))
                    && last.as_ref().is_some_and(|last| last.to_string().starts_with(char::is_uppercase))
                {
                    self.replace(span, last.expect("it has an opposite").span(), other);
                }
            }
            Expr::If(condition) => self.condition(&condition.cond),
            Expr::While(condition) => self.condition(&condition.cond),
            Expr::Match(of) => self.arms(&of.arms),
            Expr::Macro(call) => {
                let name = call.mac.path.segments.last().map(|last| last.ident.to_string());
                if name.as_deref() == Some("matches") {
                    let now = format!("!{}", self.text(span));
                    self.instead(span, &now);
                } else if name.as_deref() == Some("vec")
                    && let Ok(values) = call.mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
                {
                    values.iter().for_each(|value| self.visit_expr(value));
                }
            }
            _ => {}
        }
    }
}
