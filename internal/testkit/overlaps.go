package testkit

// Overlap is a FUNMEM program with a copy whose source and destination are in one block.
type Overlap struct {
	Name, Text string
	Says       string // of the copy, if it overwrites what it reads; else ""
}

// Overlaps returns copies of each kind: those that overwrite what they still have to read
// for another place, and others with the same locations where the order of the elements
// does not matter.
func Overlaps() []Overlap {
	const six = "let (m : mem) = alloc 6\nlet (x : [6] @ m -> R(6)) = iota 6\n"
	const rows = "let (m : mem) = alloc 6\nlet (f : [6] @ m -> R(6)) = iota 6\nlet (x : [2][3] @ m -> R(2, 3)) = reshape((2, 3), f)\n"
	update := func(head, v, at string) string {
		return head + "let " + v + "\nlet (y : [6] @ m -> R(6)) = x with [" + at + "] = v\nin (m, y)"
	}
	return []Overlap{
		{"up", update(six, "(v : [3] @ m -> 0 + {(3 : 1)}) = x[1 : 3]", "2 : 3"), "with `y` writes over what it copies: `v[2]` and `y[2]` both lie at offset 1 of block `m`"},
		{"down", update(six, "(v : [3] @ m -> 1 + {(3 : 1)}) = x[2 : 3]", "1 : 3"), "with `y` writes over what it copies: `v[1]` and `y[2]` both lie at offset 1 of block `m`"},
		{"reversed", update(six, "(v : [6] @ m -> 5 + {(6 : -1)}) = reverse x", "1 : 6"), "with `y` writes over what it copies: `v[6]` and `y[1]` both lie at offset 0 of block `m`"},
		{"two of three", update(six, "(v : [2] @ m -> 0 + {(2 : 3)}) = x[1 : 2 : 3]", "1 : 2"), ""},
		{"the other half", update(six, "(v : [3] @ m -> 0 + {(3 : 1)}) = x[1 : 3]", "4 : 3"), ""},
		{"every other", update(six, "(v : [3] @ m -> 0 + {(3 : 2)}) = x[1 : 3 : 2]", "2 : 3 : 2"), ""},
		{"the same place", update(six, "(v : [3] @ m -> 1 + {(3 : 1)}) = x[2 : 3]", "2 : 3"), ""},
		{"the same place, one element", update(six, "(v : [1] @ m -> 1 + {(1 : 4)}) = x[2 : 1 : 4]", "2 : 1"), ""},
		{"a row", rows + "let (v : [1][3] @ m -> 0 + {(1 : 3) (3 : 1)}) = x[1 : 1, 1 : 3]\nlet (y : [2][3] @ m -> R(2, 3)) = x with [2 : 1, 1 : 3] = v\nin (m, y)", ""},
		{"parts of rows", rows + "let (v : [2][2] @ m -> 0 + {(2 : 3) (2 : 1)}) = x[1 : 2, 1 : 2]\nlet (y : [2][3] @ m -> R(2, 3)) = x with [1 : 2, 2 : 2] = v\nin (m, y)", "with `y` writes over what it copies: `v[1, 2]` and `y[1, 2]` both lie at offset 1 of block `m`"},
		{"the result of a thread", `
let (m : mem) = alloc 9
let (y : [3][2] @ m -> 0 + {(3 : 3) (2 : 1)}) = kernel i <= 3 do
  let (r : [2] @ m -> 3 * i - 2 + {(2 : 1)}) = kernel j <= 2 do in (i * j)
  in (r)
in (m, y)`, "result copy of kernel `y` writes over what it copies: `r[1]` and `y[1, 2]` both lie at offset 1 of block `m`"},
		{"the result of a thread, in its place", `
let (m : mem) = alloc 6
let (y : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ m -> 2 * i - 2 + {(2 : 1)}) = kernel j <= 2 do in (i * j)
  in (r)
in (m, y)`, ""},
		{"concat", `
let (m : mem) = alloc 5
let (x : [4] @ m -> 1 + {(4 : 1)}) = iota 4
let (om : mem) = alloc 1
let (o : [1] @ om -> R(1)) = iota 1
let (y : [5] @ m -> R(5)) = concat(x, o)
in (m, y)`, "concat into `y` writes over what it copies: `x[1]` and `y[2]` both lie at offset 1 of block `m`"},
		{"concat, in its place", `
let (m : mem) = alloc 5
let (x : [4] @ m -> R(4)) = iota 4
let (om : mem) = alloc 1
let (o : [1] @ om -> R(1)) = iota 1
let (y : [5] @ m -> R(5)) = concat(x, o)
in (m, y)`, ""},
		{"a literal", `
let (m : mem) = alloc 4
let (x : [2] @ m -> 1 + {(2 : 1)}) = iota 2
let (y : [1][2] @ m -> R(1, 2)) = [x]
in (m, y)`, "literal `y` writes over what it copies: `x[1]` and `y[1, 2]` both lie at offset 1 of block `m`"},
		{"an accumulator", `
let (nm : mem) = alloc 3
let (n : [3] @ nm -> R(3)) = iota 3
let (m : mem) = alloc 3
let (z : [3] @ m -> R(3)) = iota 3
let (rm : mem) = alloc 3
let (s : [3] @ rm -> R(3)) = reduce (\(a : [3] @ rm -> R(3)) (k : int) ->
  let (b : [3] @ rm -> 2 + {(3 : -1)}) = reverse a
  in (b)) z n
in (rm, s)`, "writes over what it copies: `b[3]` and `s[1]` both lie at offset 0 of block `rm`"},
		{"two accumulators", `
let (nm : mem) = alloc 3
let (n : [3] @ nm -> R(3)) = iota 3
let (m : mem) = alloc 4
let (y : [2] @ m -> R(2)) = iota 2
let (z : [2] @ m -> 2 + {(2 : 1)}) = [7, 8]
let (rm : mem) = alloc 2
let (qm : mem) = alloc 2
let (s : [2] @ rm -> R(2)) (t : [2] @ qm -> R(2)) = reduce (\(a : [2] @ rm -> R(2)) (b : [2] @ qm -> R(2)) (k : int) ->
  in (b, a)) (y, z) n
in (rm, s, qm, t)`, "writes over what it copies: `b[1]` and `t[1]` both lie at offset 0 of block `qm`"},
	}
}
