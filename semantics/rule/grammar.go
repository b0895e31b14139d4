package rule

// Grammar is the syntax of one of the languages.
type Grammar struct {
	Title, Caption string
	Productions    []Production
}

// Production is what one letter stands for.
type Production struct {
	Letter, Says string
	Forms        []Form
}

// Form is one alternative. Ours tells that the figure lacks it.
type Form struct {
	Text, Says string
	Ours       bool
}

// grammars are those of core. docs/language.md has the grammar of what people write.
var grammars = []Grammar{
	{"Fun", "Fig. 1: the syntax of Fun, and, marked by +, what is ours", []Production{
		{"τ", "types", []Form{{"int", "integer", false}, {"f64", "floating-point number", true}, {"[x]…[x]τ", "array, of int or f64", false}}},
		{"v", "values", []Form{{"k", "number", false}, {"[v, …, v]", "array", false}}},
		{"p", "bindings", []Form{{"(x : τ)", "", false}}},
		{"s", "statements", []Form{{"let p … p = e", "", false}, {"check se = se", "stuck unless both are equal", true}}},
		{"b", "bodies", []Form{{"s b", "statement", false}, {"in (x, …, x)", "result", false}}},
		{"se", "scalar expressions", []Form{{"k", "constant", false}, {"x", "variable", false}, {"se ⊕ se", "operator", false}}},
		{"e", "expressions", []Form{
			{"se", "scalar", false}, {"x[x, …, x]", "index", false}, {"x[x : x, …, x : x]", "slice", false}, {"x[ix, …, ix]", "slice", true},
			{"transpose x", "", false}, {"if x then b else b", "conditional", false}, {"kernel x <= y do b", "parallel loop", false},
			{"permute((k, …, k), x)", "dimensions in another order", true}, {"reverse x", "rows back to front", true}, {"reshape((x, …, x), x)", "other sizes", true},
			{"iota x", "1, …, x; derived in the paper", true}, {"copy x", "derived in the paper", true}, {"replicate(x, x)", "", true}, {"[x, …, x]", "literal", true},
			{"concat(x, …, x)", "", true}, {"scratch(τ)", "undefined elements", true}, {"x with [ix, …, ix] = x", "x with another part", true},
			{"reduce (λp … p -> b) x … x x … x", "fold, from neutral elements over arrays", true}, {"scan (λp … p -> b) x … x x … x", "", true},
			{"loop (p = x, …, p = x) for x <= x do b", "", true}, {"loop (p = x, …, p = x) while b do b", "", true}, {"f(x, …, x)", "call", true},
		}},
		{"ix", "indices", []Form{{"x", "fixed", true}, {"x : x", "offset and size", true}, {"x : x : x", "and stride", true}, {"x + {(x : x) … (x : x)}", "flat", true}}},
		{"r", "types of results", []Form{{"[k]…[k]", "", false}}},
		{"def", "functions", []Form{{"def f [x] … [x] p … p : (p, …, p) = b", "", true}}},
	}},
	{"FUNMEM", "Fig. 6: what FUNMEM has beside Fun, and, marked by +, what is ours", []Production{
		{"τ", "types", []Form{{"int", "integer", false}, {"f64", "floating-point number", true}, {"[x]…[x]τ @ x -> L", "array", false}, {"mem", "block", false}}},
		{"v", "values", []Form{{"k", "number", false}, {"ℓ", "label", false}, {"(ℓ, L)", "label and LMAD", false}, {"[v, …, v]", "array", false}}},
		{"e", "expressions", []Form{{"alloc se", "a block of se cells", false}, {"claim x", "x, claimed to lie elsewhere", true}}},
		{"s", "statements", []Form{{"free x", "end of a block", true}}},
		{"L", "LMADs", []Form{{"se + {(x : x) … (x : x)}", "", false}}},
		{"r", "types of results", []Form{{"[x]…[x]", "", false}}},
		{"H", "heaps", []Form{{"ℓ ↦ [k, …, k], H", "", false}, {"•", "", false}}},
	}},
	{"IMP", "Fig. 11: the syntax of IMP, and, marked by +, what is ours", []Production{
		{"τ", "types", []Form{{"int", "integer", false}, {"f64", "floating-point number", true}, {"mem", "memory", false}}},
		{"s", "statements", []Form{
			{"skip", "nothing", false}, {"s; s", "sequence", false}, {"var x : τ", "declaration", false}, {"x <- se", "assignment", false}, {"x <- alloc se", "allocation", false},
			{"x <- x[se]", "read", false}, {"x[se] <- se", "write", false}, {"if x then s else s fi", "conditional", false}, {"kernel x <= se do s done", "parallel loop", false},
			{"for x <= se do s done", "sequential loop", true}, {"while se do s done", "", true}, {"free x", "", true}, {"if se then s else s fi", "", true}, {"check t ⋈ … t", "stuck unless the comparisons hold", true},
		}},
		{"t", "terms of checks", []Form{{"se", "", true}, {"length(x)", "cells of a block", true}}},
		{"r", "results", []Form{{"se : τ", "", true}, {"x : [se]…[se]τ @ x -> L", "", true}}},
		{"prog", "programs", []Form{{"input x : τ; …; s; return r, …, r", "", true}}},
	}},
}

// Grammars are the grammars of the core languages, in the order of the documentation.
func Grammars() []Grammar { return grammars }
