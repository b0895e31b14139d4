package repl

import (
	"slices"
	"strings"

	"funmem/semantics/syntax"
)

// construct is a row of the table of the language's own words and operators, which :help shows. It
// sums up docs/language.md in a line or two.
type construct struct {
	names   string // the names that :help finds it by
	form    string // how it is written
	says    string
	example string // lines > INPUT, each followed by the answer of the REPL
}

// constructs has each reserved word, built-in function and operator once.
var constructs = append(ownWords, operators()...)

// operators are the rows of the operators, from their own table.
func operators() (rows []construct) {
	for op, o := range syntax.Ops {
		if o.Help != "" {
			rows = append(rows, construct{o.Text, syntax.Op(op).Form(), o.Help, o.Example})
		}
	}
	return rows
}

// ownWords has the reserved words, and the built-in functions that are no operators.
var ownWords = []construct{
	{"let in", "let p = e", "binds names; with `in` and a result after it, it is an expression",
		"> let (q, r) = (17 / 5, 17 % 5) in q * 5 + r\n17"},
	{"if then else", "if c then a else b", "a when c is not 0, and else b",
		"> if 2 < 3 then 10 else 20\n10"},
	{"def", "def f [n] (x : type) … : type = e",
		"defines a function; [n] is a size that its types mention, and the type of the result may be left off",
		"> def square (x : int) : int = x * x\nsquare : (x : int) -> int\n> square(5)\n25"},
	{"check", "check a = b", "is stuck unless two ints are equal",
		"> let n = 2 + 2\nn : int\n> check n = 4"},
	{"import", `import "file.fun"`,
		"stands for the declarations of another file; its path is relative to the file that the line is in",
		""},
	{"kernel", "kernel i <= n, … do e", "the array of e for i from 1 to n, each on its own",
		"> kernel i <= 2, j <= 3 do 10 * i + j\n[[11, 12, 13], [21, 22, 23]]"},
	{"loop for while do", "loop (x = e, …) for i <= n do b, or loop (x = e, …) while c do b",
		"carries values from round to round: b gives those of the next one, as a tuple where there are several",
		"> loop (product = 1) for i <= 5 do product * i\n120\n> loop (x = 100) while x > 10 do x / 2\n6"},
	{"map", "map f xs …", "f of each element, or of the elements of several arrays of one size",
		"> map (\\x -> x * x) [1, 2, 3]\n[1, 4, 9]\n> map (+) [1, 2] [10, 20]\n[11, 22]"},
	{"reduce", "reduce f ne xs …",
		"the left fold: f takes the accumulator, at first ne, and an element to the next; it is to be associative, and ne neutral",
		"> reduce (+) 0 [3, 1, 4]\n8"},
	{"scan", "scan f ne xs …", "the accumulators of reduce, after each element",
		"> scan (+) 0 [3, 1, 4]\n[3, 4, 8]"},
	{`\ -> lambda`, `\x y -> e`, "a function without a name, in parentheses, for map, reduce and scan",
		"> map (\\x y -> 10 * x + y) [1, 2] [3, 4]\n[13, 24]"},
	{"with", "x with [ix, …] = v", "x with v in place of x[ix, …]; x itself does not change",
		"> let x = iota 4 in x with [2] = 20 with [3 : 2] = [7, 8]\n[1, 20, 7, 8]"},
	{"int", "int, or int(x)", "the type of the integers, of any size; of an f64, without its fraction",
		"> int(-2.7)\n-2"},
	{"f64", "f64, or f64(n)", "the type of the IEEE doubles; the double next to an int",
		"> f64(3) / 2.0\n1.5"},
	{"inf nan", "inf, nan", "f64s: the infinity, and what is no number",
		"> (1.0 / 0.0, nan == nan)\ninf\n0"},
	{"mem alloc", "let (m : mem) = alloc n", "FUNMEM: a block of n locations, in which arrays lie where their types say",
		"> let (m : mem) = alloc 3\nm : mem\n> let (x : [3] @ m -> R(3)) = iota 3\nx : [3]int @ m -> R(3)"},
	{"R", "R(n, …)", "FUNMEM: the LMAD of an array of those sizes that lies row by row from the start of its block",
		"> :mem iota 3\nlet (t_mem : mem) = alloc 3\nlet (t : [3]int @ t_mem -> R(3)) = iota 3\nin (t_mem, t)"},
	{"claim", "let (y : type) = claim x", "FUNMEM: x, claimed to lie where the type says; what is read there has to be what x is in Fun",
		"> let (m : mem) = alloc 3\nm : mem\n> let (x : [3] @ m -> R(3)) = [5, 6, 7]\nx : [3]int @ m -> R(3)\n> let (y : [3] @ m -> 2 + {(3 : -1)}) = claim x\ny : [3]int @ m -> 2 + {(3 : -1)}\n> y[2]\n6"},
	{"iota", "iota n", "[1, …, n]",
		"> iota 4\n[1, 2, 3, 4]"},
	{"scratch", "scratch([n]int)", "an array that nobody has written: its elements are undefined, and copies take them along",
		"> scratch([3]int) with [2] = 5\n[_, 5, _]"},
	{"replicate", "replicate(n, x)", "n times x, a number or an array",
		"> replicate(2, [1, 2])\n[[1, 2], [1, 2]]"},
	{"copy", "copy x", "a fresh array with the same elements",
		"> copy [1, 2]\n[1, 2]"},
	{"transpose", "transpose x", "the outer two dimensions swapped",
		"> transpose [[1, 2, 3], [4, 5, 6]]\n[[1, 4], [2, 5], [3, 6]]"},
	{"permute", "permute((p, …), x)", "the dimensions in another order: that of number k is the one of number pₖ of x",
		"> permute((2, 1), [[1, 2, 3], [4, 5, 6]])\n[[1, 4], [2, 5], [3, 6]]"},
	{"reverse", "reverse x", "the outermost dimension back to front",
		"> reverse [1, 2, 3]\n[3, 2, 1]"},
	{"concat ++", "concat(x, y, …), or x ++ y", "one after the other, outermost",
		"> [1, 2] ++ [3]\n[1, 2, 3]"},
	{"reshape", "reshape((n, …), x)", "the elements of x, row by row, as an array of those sizes",
		"> reshape((2, 3), iota 6)\n[[1, 2, 3], [4, 5, 6]]"},
	{"flatten", "flatten x", "the outer two dimensions joined to one",
		"> flatten [[1, 2], [3, 4]]\n[1, 2, 3, 4]"},
	{"rotate", "rotate(k, x)", "the elements from number k + 1 on, and after them the first k; k may be negative",
		"> rotate(1, [1, 2, 3])\n[2, 3, 1]"},
	{"shape", "shape(x)", "the sizes, as an array",
		"> shape([[1, 2, 3], [4, 5, 6]])\n[2, 3]"},
	{"length", "length(x)", "the outermost size",
		"> length([[1, 2, 3], [4, 5, 6]])\n2"},
	{"empty", "empty(type)", "the array without elements of a type with a size of 0",
		"> empty([0]f64) ++ [0.5]\n[0.5]"},
}

// findConstruct is the row that a word or operator is in, or nil.
func findConstruct(name string) *construct {
	k := slices.IndexFunc(constructs, func(r construct) bool { return slices.Contains(strings.Fields(r.names), name) })
	if k < 0 {
		return nil
	}
	return &constructs[k]
}

// constructNames are the names of all rows.
func constructNames() (names []string) {
	for _, r := range constructs {
		names = append(names, strings.Fields(r.names)...)
	}
	return names
}

// explain prints a row.
func (c *Console) explain(r *construct) {
	c.printf("%s", c.pal.Name(r.form))
	c.printf("  %s", r.says)
	if r.example != "" {
		c.printf("  %s", strings.ReplaceAll(r.example, "\n", "\n  "))
	}
}
