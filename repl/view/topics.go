package view

import (
	"slices"
	"strings"
)

// topic is a page of help on a part of the language or of the tool. Its text has examples: what is entered, indented and
// with a prompt, and what it prints.
type topic struct {
	names []string // the first is its own; the others are what it is looked for as
	title string
	text  string
}

// topics are in the order in which somebody new reads them.
var topics = []topic{
	{[]string{"arrays", "array", "index", "indices", "slices", "slice", "[", "]", ":", "[]", "length"}, "arrays, indices and slices", `Indices start at 1. A slice is offset : size, not first : last, and a third number is the stride.
  > let x = iota 6
  > x[1]
  1
  > x[length x]
  6
  > x[3:2]
  [3, 4]
  > x[1:3:2]
  [1, 3, 5]
  > take(2, x)
  [1, 2]
  > drop(4, x)
  [5, 6]
  > let m = [[1, 2, 3], [4, 5, 6]]
  > m[2, 3]
  6
  > m[2]
  [4, 5, 6]
  > m[:, 1]
  [1, 4]
  > shape(m)
  [2, 3]
Nothing is assigned: x with [i] = v is x with one element changed.
  > [1, 2, 3] with [2] = 9
  [1, 9, 3]
See also: kernel, map, reduce, reverse, concat, reshape, transpose, filter, sort.`},
	{[]string{"operators", "operator", "arithmetic", "op", "precedence"}, "operators", `They work on ints and on f64s, and the arithmetic on arrays of one shape, or on an array and a number, too.
  > [1, 2, 3] * 2 + [10, 20, 30]
  [12, 24, 36]
  > let n = 7
  > n / 2
  3
  > n % 2
  1
  > 2 ** 10
  1024
  > 7.0 / 2.0
  3.5
/ rounds toward minus infinity and goes with %; // rounds toward zero and goes with %%. & | ^ << >> work on the bits of ints.
Comparisons give 1 or 0; && || ! are for conditions. == of arrays says whether they are equal as a whole.
  > [1, 2] == [1, 2]
  1
  > map (\a b -> a == b) [1, 2] [1, 3]
  [1, 0]
From strong to weak: x[i] and f(x); - and !; **; * / % // %%; + -; ++; << >>; comparisons; &; ^; |; &&; ||. min(a, b), max(a, b),
abs(a), sqrt(a), … are calls. An operator in parentheses is a function: reduce (+) 0 x.`},
	{[]string{"types", "type", "num", "number", "numbers", "bool", "true", "false", "sizes"}, "types, and functions over num", `There are int, of any size, f64, and arrays of them, such as [n]int and [n][m]f64. A condition is an int, and true if it is not 0;
true is 1, false is 0. There are no texts, records and values of functions. int and f64 are not mixed; f64(x) and int(x) convert a
number or a whole array.
  > f64(1) + 0.5
  1.5
  > int(2.9)
  2
  > f64([1, 2]) * 0.5
  [0.5, 1.0]
A size in brackets before the parameters is taken from the arguments. A function over num works for ints and for f64s;
its int literals are f64s where they meet one, and num(x) converts in it.
  > def spread [n] (x : [n]num) : num = maximum(x) - minimum(x)
  > spread([3, 1, 2])
  2
  > spread([0.5, 1.75])
  1.25
  > def centre [n] (x : [n]num) : num = sum(x) / num(n)
  > centre([0.5, 1.0])
  0.75`},
	{[]string{"functions", "function", "lambda", "def", "recursion", "call"}, "functions", `A function is defined by def, with the types of its parameters, and called with parentheses. The type of what it gives may be left out.
  > def hyp (a : f64) (b : f64) = sqrt(a * a + b * b)
  > hyp(3.0, 4.0)
  5.0
Only map, reduce and scan take a function: the name of one, an operator in parentheses, or \x -> …
  > map (\x -> x * x) (iota 4)
  [1, 4, 9, 16]
  > reduce max 0 [3, 1, 2]
  3
No function calls itself: a loop repeats. It carries values from round to round.
  > loop (x = 1) for i <= 5 do x * i
  120
  > loop (x = 27) while x != 1 do if x % 2 == 0 then x / 2 else 3 * x + 1
  1`},
	{[]string{"tuples", "tuple", "pairs", "pair", "(", "zip"}, "several values", `A let takes several values, and so do a function, an if, a loop and a map.
  > def both (a : int) (b : int) = (a + b, a * b)
  > let (s, p) = both(3, 4)
  > p
  12
  > let (q, r) = map (\x -> (x / 2, x % 2)) [5, 6]
  > q
  [2, 3]
There are no arrays of tuples, but several arrays; map takes any number of them, which zip is for elsewhere.
  > map (\x y -> 10 * x + y) [1, 2] [3, 4]
  [13, 24]`},
	{[]string{"files", "file", "data", "csv", ".csv", "npy", ".npy", "npz", ".npz", "png", ".png", "picture", "pictures", "image", "plot", "read", "write", "input", "output"}, "data in and out", `In a session :input binds a name to what a file holds; outside of one, --in does.
  :input x=data.npy             funmem run FILE --in x=data.npy
  :input x=data.npz:weights     the array weights of a .npz file
  :input t=table.csv            a rectangle of numbers, [n][m]
  :input p=photo.png            [n][m] in grey, [n][m][3] in colour, from 0 to 255
  :input n=5
  :input r=[[1, 2], [], [3]]    rows of different sizes: [3][?]int
:write writes a value; outside of a session --out does.
  :write y.npy y                funmem run FILE -e y --out y.npy
  :write p.png p
A .fun file may say at its top, in lines such as -- in: x=data.npy, where its inputs are. :save writes the session as such a file.`},
	{[]string{"memory", "heap", "blocks", "block", "lmad", "lmads", "layout", "races", "race"}, "looking at memory", `An array lies in a block of locations, at an LMAD, offset + {(size : stride) …}. A slice and a transposed array lie in the block of
what they come from; what is computed gets a block of its own.
  > let x = [[1, 2, 3], [4, 5, 6]]
  > :mem x[:, 2]
  let (t : [2]int @ x_mem -> 1 + {(2 : 3)}) = x[1:2, 2]
  in (x_mem, t)
  > let row = x[1]
  > let column = x[:, 2]
  > :overlap row column
  ` + "`" + `row` + "`" + ` lies in block ` + "`" + `x_mem` + "`" + `, at R(3) = 0 + {(3 : 1)}
  ` + "`" + `column` + "`" + ` lies in block ` + "`" + `x_mem` + "`" + `, at 1 + {(2 : 3)}
  overlap: element [2] of the first and [1] of the second have offset 1
:heap draws the blocks, :trace shows what kernels read and write, :check looks for races and compares the two semantics, :derive shows
the rules that apply, and :life what happens to one location. :help E-MEM-KERNEL explains a rule.`},
}

// topicOn is the page of that name, or nil.
func topicOn(name string) *topic {
	for k := range topics {
		if slices.Contains(topics[k].names, strings.ToLower(name)) {
			return &topics[k]
		}
	}
	return nil
}

// TopicNames are the names of the pages.
func TopicNames() []string {
	var names []string
	for _, t := range topics {
		names = append(names, t.names[0])
	}
	return names
}

// Topics is the line that lists the pages.
func Topics(command string) string {
	return "`" + command + " TOPIC` is about " + strings.Join(TopicNames()[:len(topics)-1], ", ") + " or " + topics[len(topics)-1].names[0] + "."
}

// page is a topic as it is shown.
func (t *topic) page() string { return t.title + "\n" + t.text + "\n" }
