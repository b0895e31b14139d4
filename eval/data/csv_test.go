package data

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

func readTable(text string) (Typed, error) {
	return ReadCSV(context.Background(), diag.NewSource("t.csv", text), 1<<20)
}

// TestCSV reads tables. Their values are compared as they are printed.
func TestCSV(t *testing.T) {
	for text, want := range map[string]string{
		"1,2,3\n4,5,6\n":                       "[2][3]int [[1, 2, 3], [4, 5, 6]]",
		"1,2,3\n4,5,6":                         "[2][3]int [[1, 2, 3], [4, 5, 6]]",
		"\ufeff1,2\r\n3,4\r\n":                 "[2][2]int [[1, 2], [3, 4]]",
		"7\n8\n9\n":                            "[3]int [7, 8, 9]",
		"7,8,9\n":                              "[1][3]int [[7, 8, 9]]",
		"1,2.5\n3,4\n":                         "[2][2]f64 [[1.0, 2.5], [3.0, 4.0]]",
		"1,nan\n-inf,+1e3\n":                   "[2][2]f64 [[1.0, nan], [-inf, 1000.0]]",
		" 1 ,\t2\n\"3\", 4\n":                  "[2][2]int [[1, 2], [3, 4]]",
		"# from savetxt\n1,2\n\n   \n# x\n3,4": "[2][2]int [[1, 2], [3, 4]]",
		"007,-08\n+9,-0\n":                     "[2][2]int [[7, -8], [9, 0]]",
		"x,y\n1,2\n":                           "[1][2]int [[1, 2]] note: the first line of t.csv is taken as a header and left out: `x,y`",
		",a\n1,2\n":                            "[1][2]int [[1, 2]] note: the first line of t.csv is taken as a header and left out: `,a`",
		"\"a,b\"\n5\n":                         "[1]int [5] note: the first line of t.csv is taken as a header and left out: `a,b`",
		"99999999999999999999\n1\n":            "[2]int [99999999999999999999, 1]",
		"1e999\n2\n":                           "[2]f64 [inf, 2.0]",
	} {
		v, err := readTable(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := v.Val.Type() + " " + value.Format(v.Val, 0)
		if v.Note != "" {
			got += " note: " + v.Note
		}
		if got != want {
			t.Errorf("%q: %s, wanted %s", text, got, want)
		}
	}
}

// TestNoCSV checks messages with their places and help.
func TestNoCSV(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "usage error: t.csv holds no number, wanted rows of numbers with commas between them",
		"\n\n# x\n":                "usage error: t.csv holds no number, wanted rows of numbers with commas between them",
		"a,b\n":                    "its first line is taken as a header",
		"1,2\n3\n":                 "t.csv:2:1: syntax error: row 2 has 1 field, wanted 2 as in row 1",
		"1,2\n3,4,5\n":             "t.csv:2:5: syntax error: row 2 has 3 fields, wanted 2 as in row 1",
		"a,b\n1,2,3\n":             "t.csv:2:5: syntax error: row 1 has 3 fields, wanted 2 as in the header",
		"1,2\n3,\n":                "t.csv:2:3: syntax error: row 2, column 2 is empty, wanted a number",
		"1,2\n,3\n":                "write nan where there is no number",
		"1,2\n3,\"\"\n":            "row 2, column 2 is empty",
		"1\n\"\"\n":                "row 2, column 1 is empty",
		"1,x\n":                    "t.csv:1:3: syntax error: row 1, column 2 is `x`, wanted a number",
		"1,y\n3,4\n":               "a first line is a header, and left out, if none of its fields is a number",
		"a,b\n1,2\n3,  setosa\n":   "t.csv:3:5: syntax error: row 2, column 2 is `setosa`, wanted a number",
		"1;2\n3;4\n":               "commas stand between the numbers of a row",
		"é,b\n1,2\né,4\n":          "t.csv:3:1: syntax error: row 2, column 1 is `é`, wanted a number",
		"1,2\n\"3,4\n5,6\n":        "t.csv:4:1: syntax error: the quotes of the field are not closed, or more follows them",
		"1,2\n\"3\"x,4\n":          "t.csv:2:3: syntax error: the quotes of the field are not closed, or more follows them",
		"1,2\n3\"3,4\n":            "t.csv:2:2: syntax error: this quote begins or ends in the middle of a field",
		"0x10\n1\n1_000\n":         "row 2, column 1 is `1_000`, wanted a number",
		"1,+-2\n":                  "row 1, column 2 is `+-2`",
		"\xff\xfe1\x00\n\x00":      "the text is in UTF-16, wanted UTF-8",
		strings.Repeat("9", 7e5):   "row 1, column 1 has 700000 digits, wanted at most 629145",
		strings.Repeat("1\n", 2e5): "t.csv: shape (200000,): this needs 1.5 MiB of memory and the limit is 1.0 MiB",
	} {
		_, err := readTable(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, wanted %q", text, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var ended *engine.Interrupted
	if _, err := ReadCSV(ctx, diag.NewSource("t.csv", "1"), 0); !errors.As(err, &ended) {
		t.Error("a reader whose context is done goes on: ", err)
	}
}

// TestTables checks that a table reads as the numbers that it was written with.
func TestTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(2, 4).Draw(t, "cols")
		real := rapid.Bool().Draw(t, "real")
		elems := num.NewVec(rows * cols)
		var b strings.Builder
		if rapid.Bool().Draw(t, "header") {
			b.WriteString(strings.Repeat("name,", cols-1) + "name\n")
		}
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		for k := range rows * cols {
			x := num.Of(rapid.Int64().Draw(t, "int"))
			if real {
				x = num.OfFloat(rapid.Float64().Draw(t, "real"))
			}
			elems.Set(k, x)
			field := x.String()
			if rapid.Bool().Draw(t, "quotes") {
				field = `"` + field + `"`
			}
			b.WriteString(field)
			if k%cols < cols-1 {
				b.WriteString(",")
			} else {
				b.WriteString(end)
			}
		}
		want := value.Val{A: &value.Array{Shape: []int{rows, cols}, Elems: elems}}
		if real {
			want.A.Elem = syntax.F64
		}
		if v, err := readTable(b.String()); err != nil || !v.Equal(want) || v.Val.Type() != want.Type() {
			t.Fatalf("%q: %v, %v", b.String(), v, err)
		}
	})
}

// FuzzReadCSV: any text gives a rectangle of numbers, or an error of kind Usage or Syntax whose place is in the text.
func FuzzReadCSV(f *testing.F) {
	for _, text := range []string{"1,2\n3,4\n", "a,b\r\n1,\"2\"\r\n", "\ufeff1;2\n", "1,\n", "\"\n\"x", "#\n1.5,-inf\n", "é\"\n", "\"\"\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("t.csv", text)
		v, err := ReadCSV(context.Background(), src, 1<<16)
		if err != nil {
			var d *diag.Diagnostic
			if !errors.As(err, &d) || d.Kind != diag.Usage && d.Kind != diag.Syntax || d.Kind == diag.Syntax && (d.Span.Start < 0 || d.Span.End > len(src.Text)) {
				t.Fatal(err)
			}
			_ = fmt.Sprint(err)
			return
		}
		n := 1
		for _, d := range v.A.Shape {
			n *= d
		}
		if n != v.A.Elems.Len() || n == 0 {
			t.Fatal(v.A.Shape, v.A.Elems.Len())
		}
		for i := range n {
			if v.A.Elems.At(i).IsReal() != (v.A.Elem == syntax.F64) {
				t.Fatal("an element has another type than the array")
			}
		}
	})
}
