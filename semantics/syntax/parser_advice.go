package syntax

import (
	"cmp"
	"fmt"
	"strings"

	"funmem/semantics/diag"
)

// starters are the reserved words that something starts with.
var starters = []string{"alloc", "check", "def", "f64", "if", "import", "int", "kernel", "let", "loop"}

// advice guesses what an unexpected token was meant to be.
func (p *parser) advice(t token, wanted string) string {
	prev := token{}
	if p.pos > 0 {
		prev = *p.toks.at(p.pos - 1)
	}
	word, before := nearest(t, Reserved()), nearest(prev, starters)
	operator := strings.Contains(wanted, "operator")
	foreign := p.foreignWord(prev, t, operator)
	switch {
	case t.is("=") && operator && prev.kind == tokName && p.pos == 1:
		return "a name is bound by `let " + prev.text + " = …`; `==` compares"
	case foreign != "":
		return foreign
	case prev.kind == tokName && prev.text == "input" && t.kind == tokName && operator:
		return "inputs are not declared: use `" + t.text + "`, and give it by `--in " + t.text + "=…` or `:input " + t.text + " …`"
	case word != "" && strings.Contains(wanted, "`"+word+"`"):
		return "did you mean `" + word + "`?"
	case before != "" && operator:
		return "did you mean `" + before + "`?"
	case t.is("=") && prev.is(")") && p.pos > 2 && p.toks.at(0).kind == tokName && p.toks.at(1).is("("), t.kind == tokName && p.pos == 1 && prev.kind == tokName && p.equalsLater():
		return forDef
	case t.is("=") && prev.is("]") && !strings.Contains(wanted, "then"):
		return forChange
	case t.is("=") && strings.Contains(wanted, "after the arguments"):
		return "an argument is known by its place, and has no name: `f(x, 1)`"
	case t.is("=") && (operator || strings.Contains(wanted, "then")):
		return "`==` compares; a name is bound by `let x = …`"
	case t.is(":") && operator && prev.kind == tokName && p.pos == 1:
		return "a name with a type is bound by `let (" + prev.text + " : int) = …`"
	case t.is("if") && operator:
		return forIf
	case t.is("]") && prev.is(",") && wanted == "an expression":
		return "no comma follows the last element"
	case strings.HasPrefix(wanted, "`]` after the elements") && t.kind != tokEnd && p.atAtom():
		return "elements are separated by `,`"
	case t.is(",") && strings.HasPrefix(wanted, "`->` and the body of the function"):
		return "the parameters have spaces between them: `\\x y -> …`"
	case t.is(",") && operator && p.inLet():
		return "each name has a `let` of its own: `let x = 0 let y = 0 in x + y`"
	case t.is("]") && (prev.is("int") || prev.is("f64")):
		return "the size stands in the brackets, and the type of the elements after them: `def f [n] (x : [n]" + prev.text + ")`"
	case t.is("//") && wanted == "an expression":
		return forComment
	case t.is("[") && (prev.is("int") || prev.is("f64")):
		return "sizes stand in front of the type of the elements: `[n]" + prev.text + "`"
	case t.is("[") && strings.HasSuffix(wanted, "names to bind"):
		return "an array is not taken apart: its elements are `x[1]`, `x[2]`, …"
	case t.is(",") && strings.HasPrefix(wanted, "an array for"):
		return "the arrays have spaces between them, as in `map f xs ys`"
	case t.kind == tokName && strings.HasPrefix(wanted, "the name of a file"):
		as := ""
		if p.peek(1).text == "as" {
			as = " as " + p.peek(2).text
		}
		return "the functions of the library need no import; `import \"" + t.text + ".fun\"" + as + "` reads a file of Fun"
	case t.is("{") && !p.plain:
		return forBraces
	case formAdvice(wanted) != "" && !(prev.kind == tokName && p.atAtom()):
		return formAdvice(wanted)
	case prev.kind == tokName && len(prev.text) == 4 && strings.HasPrefix(prev.text, "map") && isDigit(prev.text[3]):
		return "`map` takes any number of arrays: `map f xs ys`"
	case t.kind == tokText:
		if name := strings.Trim(t.text, "\""); strings.Contains(name, ".") && !strings.ContainsAny(name, " `") {
			return "data come from outside: `:input x=" + name + "`, or `--in x=" + name + "`, or at the top of a file `-- in: x=" + name + "`"
		}
		return "a text stands only after `import`"
	case t.is("for") && strings.HasPrefix(wanted, "`]`"):
		return "an array of computed elements is `kernel i <= n do …` or `map (\\x -> …) xs`"
	case t.is("while"):
		return "a loop says first what it carries: `loop (x = 1) while x < 100 do …`"
	case t.is("for"):
		return "a loop says first what it carries: `loop (x = 0) for i <= n do …`"
	case t.is("@") && operator:
		return "the product of two matrices is `matmul(a, b)`"
	case t.is("with"):
		return "the array stands in front of it, as in `x with [i] = v`; what has an operator needs parentheses"
	case prev.kind == tokName && !operator:
		return ""
	case prev.isNumber() && operator && t.kind == tokName:
		return fmt.Sprintf("an operator is missing between `%s` and `%s`, as in `%s * %s`", prev.text, t.text, prev.text, t.text)
	case t.is("[") && prev.kind != tokName:
		return indexAdvice
	case prev.kind == tokName:
		return p.callAdvice(prev, t)
	}
	return ""
}

// calledWith is what to write for a call with a function, which starts at that token, among its arguments; or "".
func (p *parser) calledWith(token int) string {
	open := 0
	for k := token - 1; k > 0; k-- {
		switch t := p.toks.at(k); {
		case t.is(")"), t.is("]"):
			open--
		case t.is("("), t.is("["):
			open++
		}
		if open == 1 {
			name := p.toks.at(k - 1).text
			name = name[strings.LastIndexByte(name, '.')+1:]
			if name == "filter" {
				return forFilter
			}
			return foreignNames[name]
		}
	}
	return ""
}

// inLet tells whether the declaration starts with a let.
func (p *parser) inLet() bool { return p.toks.at(0).is("let") }

// equalsLater tells whether a `=` follows in the declaration, outside of parentheses.
func (p *parser) equalsLater() bool {
	depth := 0
	for k := p.pos; k < p.toks.len() && (k == p.pos || !p.toks.at(k).col1); k++ {
		switch t := p.toks.at(k); {
		case t.is("("), t.is("["):
			depth++
		case t.is(")"), t.is("]"):
			depth--
		case t.is("="):
			return depth == 0
		}
	}
	return false
}

const indexAdvice = "the `[` of an index follows without a space: `x[i]`"

// callAdvice is for a name followed by something that looks like an argument or
// an index.
func (p *parser) callAdvice(name, t token) string {
	meant := nearest(name, Builtins())
	guess := ""
	if meant != "" {
		guess = "did you mean `" + meant + "`? "
	}
	_, built := builtins[t.text]
	args := p.juxtaposed()
	whole, ofArray := ofArrays[name.text]
	switch {
	case foreignOps[name.text] != "":
		return foreignOps[name.text]
	case foreignNames[name.text] != "" && strings.HasPrefix(foreignNames[name.text], "write"):
		return foreignNames[name.text]
	case ofArrays[t.text] != "":
		return fmt.Sprintf("`%s` stands in front of its arguments: `%s(%s, …)`", t.text, t.text, name.text)
	case name.text == "reshape":
		return "write `reshape((n, m), x)`"
	case name.text == "filter" && t.is("("):
		return forFilter
	case ofArray && strings.Contains(args, ", "):
		return fmt.Sprintf("a call needs parentheses: `%s(%s)`", name.text, args)
	case ofArray:
		return fmt.Sprintf("of the elements of an array it is `%s(%s)`; of two numbers, `%s(a, b)`", whole, cmp.Or(args, "…"), name.text)
	case t.is("("):
		return guess + fmt.Sprintf("the `(` of a call follows its function without a space: `%s(…)`", name.text)
	case t.is("[") && (args == "" || meant != ""):
		return guess + indexAdvice
	case t.is("["):
		return fmt.Sprintf("a call needs parentheses: `%s(%s)`; %s", name.text, args, indexAdvice)
	case t.kind != tokName && !t.isNumber():
		return ""
	case built:
		return guess + fmt.Sprintf("put the argument in parentheses: `%s(%s)`", name.text, cmp.Or(args, t.text+" …"))
	case meant != "":
		return fmt.Sprintf("a call needs parentheses: `%s(%s)`; or did you mean `%s`?", name.text, cmp.Or(args, t.text), meant)
	}
	p.called = name.text
	return fmt.Sprintf("a call needs parentheses: `%s(%s)`", name.text, cmp.Or(args, t.text))
}

// juxtaposed is how to write a call with the arguments that come next, without
// commas. It is "" if there are none, or if they are too long to repeat.
func (p *parser) juxtaposed() string {
	const longest = 40
	pos, depth := p.pos, p.depth
	defer func() { p.pos, p.depth = pos, depth }()
	var args []string
	err := p.try(func() {
		for p.atAtom() && foreignOps[p.tok().text] == "" {
			args = append(args, Line(p.indices(p.tok(), p.atom(false))))
		}
	})
	if text := strings.Join(args, ", "); err == nil && len(text) <= longest {
		return text
	}
	return ""
}

// nearest is the candidate that looks most like a name, or "".
func nearest(name token, candidates []string) string {
	if name.kind != tokName || len(name.text) < 3 {
		return ""
	}
	return diag.Nearest(name.text, candidates)
}
