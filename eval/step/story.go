package step

import (
	"fmt"

	"funmem/eval/value"
	"funmem/semantics/diag"
)

// Story is the steps of an evaluation, in its order.
type Story struct {
	Steps  []Step  `json:"steps"`
	Given  []Bind  `json:"given,omitempty"`  // the variables that the program takes from outside
	Blocks []Block `json:"blocks"`           // in the order in which they came about
	More   bool    `json:"more,omitempty"`   // there were more steps than were kept
	Ended  string  `json:"ended,omitempty"`  // why the evaluation went no further, if it did not reach its end
	Result string  `json:"result,omitempty"` // what the program gives

	Choices []Choice `json:"choices,omitempty"` // of the iterations that come next, if the schedule is chosen by hand

	results []value.Val // the values of the result, without blocks
	differs bool        // the semantics differ
}

// Choice is a moment at which several iterations of a kernel could come next.
type Choice struct {
	At     int    `json:"at"`     // how many steps come before it
	Kernel string `json:"kernel"` // the array that the kernel binds
	Left   []int  `json:"left"`   // the iterations that have not begun
	Took   int    `json:"took"`   // the one that came next
}

// Kind says what a step is.
type Kind string

// The kinds of steps.
const (
	Turn   Kind = "turn"   // an iteration, a round or a call begins
	Read   Kind = "read"   // of a location
	Write  Kind = "write"  // of a location
	End    Kind = "end"    // a statement is done, by a rule
	Race   Kind = "race"   // the access before this step races with an earlier one
	Differ Kind = "differ" // the heap shows something else than the value semantics has
	Stuck  Kind = "stuck"  // no rule applies
)

// Step is one step, with what it changes.
type Step struct {
	Kind  Kind   `json:"kind"`
	Name  string `json:"name,omitempty"` // the first variable of the statement that is evaluated, or "free x"
	Def   string `json:"def,omitempty"`  // the function that the statement is in; "": the program
	Call  *Call  `json:"call,omitempty"` // of a Turn that is a call
	At    Place  `json:"at"`             // in the source
	Depth int    `json:"depth"`          // how many statements are around it: what was bound deeper is not in scope after it
	Words string `json:"words"`          // a sentence about it

	Rule       string   `json:"rule,omitempty"` // of a statement that is done,
	Figure     string   `json:"figure,omitempty"`
	Says       string   `json:"says,omitempty"`       // what the rule says,
	Conclusion string   `json:"conclusion,omitempty"` // with its conclusion,
	Premises   []string `json:"premises,omitempty"`   // and its premises that have no rules of their own

	Binds []Bind `json:"binds,omitempty"`
	Free  int    `json:"free,omitempty"` // the number of a block that is freed
	Gone  []int  `json:"gone,omitempty"` // the numbers of blocks that nothing can reach any more

	Block  int    `json:"block,omitempty"`  // of an access: the number of the block, from 1,
	Offset int    `json:"offset"`           // the location in it,
	Array  string `json:"array,omitempty"`  // the array whose element it is,
	Index  []int  `json:"index,omitempty"`  // the index of that, from 1, if it is known,
	Value  string `json:"value,omitempty"`  // and what is there after it
	Site   string `json:"site,omitempty"`   // what makes the access, such as "result copy of kernel `y`"
	Other  int    `json:"other,omitempty"`  // of a race: the number of the step of the first access, from 1. Of a difference: that of the last write
	Last   int    `json:"last,omitempty"`   // of a race: the number of the step that last wrote the location before the second access
	Around []int  `json:"around,omitempty"` // the running iterations and rounds, outermost first

	kernels []int  // the iterations among them
	path    string // the statements around it, with their iterations and rounds
}

// Call is what can be seen in a function.
type Call struct {
	Name string   `json:"name"`
	Uses []string `json:"uses,omitempty"` // the variables of the program that its body mentions
}

// Place is a part of a program.
type Place struct {
	Line int `json:"line"` // from 1; 0: nowhere
	Col  int `json:"col"`  // in characters, from 1
	To   int `json:"to"`   // the column after it, or after the end of its first line
}

// placeOf is the place of a span.
func placeOf(s diag.Span) Place {
	if !s.IsValid() {
		return Place{}
	}
	line, col := s.Position()
	text := s.Text()
	n := 0
	for _, c := range text {
		if c == '\n' {
			break
		}
		n++
	}
	return Place{line, col, col + n}
}

// Bind is a variable with its value.
type Bind struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"` // of a number
	Block int    `json:"block,omitempty"` // of a block, or of an array: the number of the block
	View  *View  `json:"view,omitempty"`  // of an array: where it lies
	Real  bool   `json:"real,omitempty"`

	// Means are the elements of an array in the value semantics, as far as a page shows them: see Window. There are none once the semantics
	// have differed.
	Means []string `json:"means,omitempty"`

	value *value.Array // all of them
	shown *value.Array // and those that the heap shows when it is bound
	made  bool         // the program does not name it
}

// View is an LMAD whose sizes and strides are known: Offset + {(size : stride) …}.
type View struct {
	Offset int      `json:"offset"`
	Dims   [][2]int `json:"dims"` // sizes and strides
}

// Block is a block with what it holds when it comes about.
type Block struct {
	Name  string   `json:"name"`
	Size  int      `json:"size"`
	Cells []string `json:"cells,omitempty"` // of a block from outside, as far as it was written; "": nobody wrote that location, which is 0
	At    Place    `json:"at"`
}

// Window is how many of the elements of an array are shown, by its shape: at most 16 in a row, 12 rows, and 3 of what holds these.
func Window(shape []int) []int {
	most := make([]int, len(shape))
	for k, n := range shape {
		bound := 3
		switch len(shape) - k {
		case 1:
			bound = 16
		case 2:
			bound = 12
		}
		most[k] = min(n, bound)
	}
	return most
}

// shownOf are the elements of an array in its window, in row-major order.
func shownOf(a *value.Array) (list []string) {
	window := Window(a.Shape)
	var each func(dim, at int)
	each = func(dim, at int) {
		if dim == len(window) {
			list = append(list, a.Elems.At(at).String())
			return
		}
		for i := range window[dim] {
			each(dim+1, at*a.Shape[dim]+i)
		}
	}
	each(0, 0)
	return list
}

func (v View) String() string {
	text := fmt.Sprintf("%d + {", v.Offset)
	for k, d := range v.Dims {
		if k > 0 {
			text += " "
		}
		text += fmt.Sprintf("(%d : %d)", d[0], d[1])
	}
	return text + "}"
}
