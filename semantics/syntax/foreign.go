package syntax

import (
	"cmp"
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Words of other languages, and what Fun has for them (docs/language.md).
const (
	forFunction = "a function is defined by `def f (x : int) = …`; one without a name is `(\\x -> …)`, as the function of `map`, `reduce` or `scan`"
	forDef      = "a function is defined by `def f (x : int) = …`"
	forCases    = "write `if c then a else b`; the last branch may be another `if`"
	forBinding  = "a name is bound by `let x = …`"
	forAssign   = "nothing is assigned: `let x = …` binds a name, and a loop carries what changes: `loop (x = 0) for i <= n do x + i`"
	forChange   = "a changed array is `x with [i] = v`, as in `let y = x with [1] = 5`"
	forNothing  = "there is no value that stands for nothing: all values are ints, f64s and arrays"
	forError    = "write `check a = b`, which is stuck where the two ints differ"
	forShow     = "an expression that stands alone is evaluated and printed"
	forType     = "types are not declared: there are `int`, `f64` and arrays such as `[n]int`"
	forFile     = "the functions of the library need no import; the definitions of a file are there after `import \"file.fun\"`"
	forComment  = "a comment starts with `--`"
	forIndex    = "an index runs from 1 to its bound, both included, as in `i <= n`"
	forRange    = "`iota n` is [1, …, n]; a slice is offset : size, as in `x[1 : n]`"
	forFold     = "write `reduce f neutral xs`, the fold from the left"
	forFold1    = "write `reduce f neutral xs`; where there is no neutral element, the first one does: `reduce f xs[1] (drop(1, xs))`"
	forFilter   = "`filter` takes a flag for each element: `filter(map (\\x -> …) xs, xs)`"
	forTuple    = "a tuple is taken apart by `let (x, y) = …`"
	forReal     = "write `f64(n)`"
	forInt      = "write `int(x)`"
	forIota     = "`iota n` is [1, …, n]; the n ints from k on are `iota(n) + k - 1`"
	forInverse  = "there is no inverse; the y of a * y = b is `solve(a, b)`"
	forUnique   = "write `distinct(sort(x))`"
	forMaps     = "`map` takes any number of arrays: `map f xs ys`"
	forBraces   = "there are no braces around bodies: a body stands after `=`, `then`, `else` or `do`, with its steps as `let x = … in …`"
	forIf       = "both branches are there: `if c then a else b`"
	forLets     = "in an expression `in` and its value follow the `let`s: `let x = 1 in x + 1`; in a program each `let` starts in column 1 of a line"
	forEnd      = "nothing closes a body: leave it out"
	forCall     = "a call needs parentheses: `f(x)`"
	forLoop     = "write `loop (x = 0) while c do …`, which goes on as long as c is not 0"
)

// foreignOps are words of other languages that stand between operands or after an operand.
var foreignOps = map[string]string{
	"and": "write `a && b`", "or": "write `a || b`", "xor": "write `a ^ b`", "mod": "write `x % y`", "div": "write `x / y`", "rem": "write `x %% y`",
	"is": "write `a == b`", "eq": "write `a == b`", "ne": "write `a != b`",
	"where": "bind the name first: `let x = … in …`", "as": "write `f64(n)` or `int(x)`", "to": forIndex,
	"elif": "write `else if`", "elsif": "write `else if`", "elseif": "write `else if`", "otherwise": "write `else`",
	"end": forEnd, "fi": forEnd, "endif": forEnd, "done": forEnd, "of": forCases,
}

// foreignWords are words of other languages that something starts with.
var foreignWords = map[string]string{
	"lambda": forFunction, "fn": forFunction, "fun": forFunction, "func": forFunction, "function": forFunction, "define": forFunction, "proc": forFunction, "entry": forFunction,
	"return": "leave `return` out: the value of the body is the result", "begin": forBraces,
	"case": forCases, "match": forCases, "switch": forCases, "unless": "write `if !c then a else b`", "until": forLoop, "repeat": forLoop,
	"rec": "leave `rec` out: no function calls itself; a loop is `loop (x = 0) for i <= n do …`",
	"var": forBinding, "val": forBinding, "const": forBinding, "mut": "leave `mut` out: " + forAssign,
	"type": forType, "struct": forType, "record": forType, "data": forType,
	"module": forFile, "open": forFile, "use": forFile, "from": forFile, "require": forFile, "include": forFile,
}

// foreignNames are functions and values of other languages.
var foreignNames = map[string]string{
	"even": "write `x % 2 == 0`, for each element `map (\\x -> x % 2 == 0) xs`", "odd": "write `x % 2 == 1`, for each element `map (\\x -> x % 2 == 1) xs`", "not": "write `!` before it, as in `!(x == 1)`, for each element `map (!) xs`", "mod": "write `x % y`", "div": "write `x / y`", "rem": "write `x %% y`",
	"print": forShow, "println": forShow, "printf": forShow, "puts": forShow, "echo": forShow,
	"assert": forError, "scanl": "write `scan f neutral xs`, whose last element is the fold", "foldl1": forFold1, "foldr1": forFold1, "init": "write `take(length(x) - 1, x)`", "elem": "write `member(x, xs)`",
	"size": "write `length(x)`, or the product of `shape(x)`", "concatenate": "write `xs ++ ys`", "array": "write the elements in brackets: `[1, 2, 3]`", "asarray": "write the elements in brackets: `[1, 2, 3]`", "float64": forReal, "int64": forInt, "roll": "write `rotate(-k, x)`: `rotate(k, x)` begins with `x[1 + k]`", "negate": "write `-x`",
	"enumerate": "write `map (\\i x -> …) (iota (length x)) x`", "str": forShow, "show": forShow, "random": "there are no random numbers: `:input x=FILE` or `--in x=FILE` reads some", "unique": forUnique, "nub": forUnique,
	"break": "a loop ends by its bound or its condition: `loop (x = 0) while c do …`", "continue": "a loop ends by its bound or its condition: `loop (x = 0) while c do …`", "raise": forError, "throw": forError, "error": forError,
	"None": forNothing, "null": forNothing, "nil": forNothing, "undefined": forNothing, "NULL": forNothing,
	"fold": forFold, "foldl": forFold, "foldr": forFold, "redomap": forFold,
	"ones": "write `replicate(n, 1)`; a matrix of them is `reshape((n, m), replicate(n * m, 1))`", "arange": forRange, "indices": "write `iota n`",
	"linspace": "n points from a to b are `kernel i <= n do a + f64(i - 1) * (b - a) / f64(n - 1)`", "tabulate": "write `kernel i <= n do …`",
	"append": "write `xs ++ ys`; one element is `xs ++ [x]`", "hstack": "write `xs ++ ys`", "vstack": "write `xs ++ ys`",
	"cumsum": "write `prefix_sums(x)`", "argsort": "write `order(x)`", "any": "write `some(flags)`, as in `some(map (\\x -> x > 0) xs)`", "all": "write `every(flags)`, as in `every(map (\\x -> x > 0) xs)`",
	"eye": "write `identity(n)`", "inverse": forInverse, "inv": forInverse, "head": "write `x[1]`", "tail": "write `drop(1, x)`", "bincount": "write `histogram(k, x)`",
	"reduce_by_index": "write `sums_by_key(k, key, x)`, or a loop with `with`", "unflatten": "write `reshape((n, m), x)`",
	"map2": forMaps, "map3": forMaps, "zip3": forMaps, "zipWith": forMaps,
	"range": forRange, "len": "write `length(x)`",
	"zip": forMaps, "unzip": "a function that gives a tuple makes several arrays: `let (xs, ys) = map f zs`",
	"median": "write `sort(x)[(length(x) + 1) / 2]`", "help": "`:help` lists the commands, `:help NAME` tells about a name, `:quit` ends the session", "exit": "`:quit` ends the session", "quit": "`:quit` ends the session",
	"where": "write `map (\\x -> if x > 0 then x else 0) xs`, with any condition", "input": "inputs are given by `--in x=…` or `:input x=…`", "full": "write `replicate(n, v)`; a matrix of them is `reshape((n, m), replicate(n * m, v))`", "flip": "write `reverse(x)`",
	"pi": "write `acos(-1.0)`", "NaN": "write `nan`", "Infinity": "write `inf`", "Inf": "write `inf`",
	"num": "`num(x)` makes a num of x in a def over num; elsewhere write `int(x)` or `f64(x)`", "float": forReal, "double": forReal, "real": forReal, "f32": forReal, "i32": forInt, "i64": forInt, "fromIntegral": forReal, "realToFrac": forReal, "truncate": forInt,
	"fst": forTuple, "snd": forTuple,
	"pow": "write `x ** y`", "power": "write `x ** y`", "hypot": "write `sqrt(x * x + y * y)`", "ln": "write `log(x)`", "fabs": "write `abs(x)`",
	"ceiling": "write `ceil(x)`", "fmod": "write `x %% y`", "fmin": "write `min(x, y)`", "fmax": "write `max(x, y)`",
	"True": "write `true`, which is 1", "False": "write `false`, which is 0", "TRUE": "write `true`, which is 1", "FALSE": "write `false`, which is 0",
}

// foreignTypes are types of other languages.
var foreignTypes = map[string]string{
	"bool": "write `int`: a condition is an int, and true when it is not 0", "Bool": "write `int`: a condition is an int, and true when it is not 0",
	"i8": "write `int`", "i16": "write `int`", "i32": "write `int`", "i64": "write `int`", "u8": "write `int`", "u32": "write `int`", "u64": "write `int`",
	"Int": "write `int`", "Integer": "write `int`", "integer": "write `int`", "long": "write `int`", "nat": "write `int`",
	"float": "write `f64`", "double": "write `f64`", "real": "write `f64`", "f32": "write `f64`", "f16": "write `f64`", "Float": "write `f64`", "Double": "write `f64`",
}

// foreignSymbols are operators of other languages, which the scanner takes for several symbols.
var foreignSymbols = map[string]string{
	"=<": "write `<=`", "=>": "write `>=` to compare; the function of a map is `(\\x -> …)`", "<>": "write `!=`", "/=": "write `!=`; nothing is assigned",
	"===": "write `==`", "!==": "write `!=`", "&&&": "write `a & b` for the bits, `a && b` for conditions", "|||": "write `a | b` for the bits, `a || b` for conditions",
	"^^": "write `x ** y`", ":=": forAssign, "<-": forAssign, "+=": forAssign, "-=": forAssign, "*=": forAssign, "::": "a name with a type is bound by `let (x : int) = …`",
	"!!": "an element is `x[i]`", "|>": "write the function in front of its argument: `f(x)`", "<|": forCall, ">>>": "write `>>`", "<<<": "write `<<`",
	"/*": forComment, "(*": forComment, "{-": forComment,
}

// foreignChars are characters from other languages and from the paper's type setting.
var foreignChars = map[rune]string{
	'≤': "write `<=`", '≥': "write `>=`", '≠': "write `!=`", '→': "write `->`", '−': "write `-`", '·': "write `*`",
	'×': "write `*`", '⊕': "write an operator such as `+`", '∧': "write `&&`", '∨': "write `||`", '¬': "write `!`",
	'#': forComment, '?': "write `if c then a else b`; `:help` lists the commands, `:help NAME` tells about a name", '$': forCall, '~': "write `!x` for a condition, `-1 - x` for the bits",
	'`': "an operator or a call stands there: `a % b` for mod, `a / b` for div, `f(a, b)`", '…': "`…` stands for something of yours", '\'': "there are no texts and characters: all values are ints, f64s and arrays",
}

// ForeignType tells whether a name is one of a type elsewhere.
func ForeignType(name string) bool { return foreignTypes[name] != "" }

// forConversion is what to write for the function of Futhark that converts from one type to another, such as f64.i64, or "".
func forConversion(to, from string) string {
	switch {
	case from != "f64" && !ForeignType(from):
		return ""
	case to == "f64" || foreignTypes[to] == foreignTypes["f32"]:
		return forReal
	case ForeignType(to):
		return forInt
	}
	return ""
}

// Foreign says what to write for a function or a value of another language, or "".
func Foreign(name string) string { return foreignNames[name] }

// foreignWord is the help about a word of another language at the next token. If an operator was
// wanted, the word may also be before that token.
func (p *parser) foreignWord(prev, t token, operator bool) string {
	if p.plain {
		return ""
	}
	next, bound := p.peek(1), p.peek(2).is("=")
	switch help := foreignOps[t.text]; {
	case t.kind != tokName:
	case t.text == "and" && next.kind == tokName && bound:
		return "each name has a `let` of its own"
	case t.text == "not" && next.is("in"):
		return "`member(x, xs)` tells whether x is an element of xs"
	case help != "":
		return help
	}
	if operator && prev.kind == tokName {
		return cmp.Or(foreignWords[prev.text], foreignNames[prev.text])
	}
	return ""
}

// foreignSymbol is the operator of another language that the next token is part of, with its place
// and the help about it. The text is "" if there is none.
func (p *parser) foreignSymbol(wanted string) (text string, at diag.Span, help string) {
	if p.plain || p.tok().kind != tokSym {
		return "", at, ""
	}
	for n := 3; n >= 2; n-- {
		for from := max(0, p.pos-n+1); from <= p.pos; from++ {
			text := p.joined(from, n)
			help, ok := foreignSymbols[text]
			if help == forComment && wanted != "an expression" {
				continue
			}
			if help == forAssign && from > 0 && p.toks.at(from-1).is("]") {
				help = forChange
			}
			if ok {
				return text, diag.Span{Src: p.src, Start: p.toks.at(from).start, End: p.toks.at(from + n - 1).end}, help
			}
		}
	}
	return "", at, ""
}

// joined are n symbols that stand without spaces, or "".
func (p *parser) joined(from, n int) string {
	var b strings.Builder
	for k := from; k < from+n; k++ {
		if k >= p.toks.len() || p.toks.at(k).kind != tokSym || k > from && p.toks.at(k).space {
			return ""
		}
		b.WriteString(p.toks.at(k).text)
	}
	return b.String()
}

// semicolon is the help about a semicolon.
func (p *parser) semicolon() string {
	open := 0
	for k := range p.pos {
		t := p.toks.at(k)
		if t.is("(") || t.is("[") {
			open++
		} else if t.is(")") || t.is("]") {
			open--
		}
	}
	switch next := p.peek(1); {
	case next.kind == tokEnd:
		return "leave it out: a declaration ends where the next one starts, in column 1"
	case next.is("let"), next.is("check"), next.is("in"):
		return "leave it out: " + forLets
	case open > 0:
		return "values are separated by `,`"
	}
	return "each declaration starts in column 1 of a line of its own"
}

// formAdvice is the form of the unfinished construct. wanted says what comes next in it.
func formAdvice(wanted string) string {
	forms := []struct{ wanted, help string }{
		{"an array for `map`", "a function and its arrays: `map f xs`"},
		{"an array for `reduce`", "a function, its neutral element and an array: `reduce (+) 0 xs`; the extremes are `minimum(xs)` and `maximum(xs)`"},
		{"an array for", "a function, its neutral element and an array: `scan (+) 0 xs`"},
		{"`then`", forIf}, {"`else`", forIf}, {"`in` and the result", forLets},
		{"`do` and the body of the kernel", "a kernel is `kernel i <= n do …`"},
		{"`do` and the body of the loop", "a loop is `loop (x = 0) for i <= n do …` or `loop (x = 0) while c do …`"},
		{"`<=` and the bound", forIndex},
	}
	i := slices.IndexFunc(forms, func(f struct{ wanted, help string }) bool { return strings.HasPrefix(wanted, f.wanted) })
	if i < 0 {
		return ""
	}
	return forms[i].help
}
