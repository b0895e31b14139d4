package suite

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"funmem/eval/data"
	"funmem/semantics/diag"
)

// Values are the expected results of a run.
type Values struct {
	Text string `json:"text,omitempty"` // the values as Futhark or Fun write them, one after the other
	File string `json:"file,omitempty"` // instead of the text: a file with the values
	Near bool   `json:"near,omitempty"` // f64s may differ as Futhark's own tests allow it, and not at all otherwise
}

// nearness is how far Futhark's tests let a number be from the expected one: 0.002, or that part of the largest number of the
// expected array where that is more.
const nearness = 0.002

// compare says how the results in the object of a run differ from the expected values: "" for not at all. Messages count the
// elements of arrays from first. known is false if the expected values cannot be read.
func (v *Values) compare(ctx context.Context, dir string, object map[string]any, first int) (problem string, known bool) {
	var wanted []data.Typed
	var err error
	if v.File != "" {
		path := within(dir, v.File)
		if data.IsFile(path) {
			wanted, err = data.Read(ctx, path, mostExpected)
		} else {
			var text []byte
			if text, err = os.ReadFile(path); err == nil {
				wanted, err = readValues(ctx, path, string(text))
			}
		}
	} else {
		wanted, err = readValues(ctx, "the expected values", v.Text)
	}
	if err != nil {
		return fmt.Sprintf("the expected values cannot be read: %v", err), false
	}
	results, _ := object["results"].([]any)
	if len(results) != len(wanted) {
		return fmt.Sprintf("it has %s, wanted %d", diag.Count(len(results), "result"), len(wanted)), true
	}
	for k, r := range results {
		r, _ := r.(map[string]any)
		w := plain(wanted[k])
		off := 0.0
		if of, _ := r["type"].(string); v.Near && strings.HasSuffix(of, "f64") { // ints are compared as they are
			off = nearness * max(1, largest(w))
		}
		if where, found, want, same := same(r["value"], w, off, first); !same {
			return fmt.Sprintf("result %d%s is %s, wanted %s", k+1, where, short(found), short(want)), true
		}
	}
	return "", true
}

// mostExpected is how much memory expected values may take. A small compressed file may stand for many.
const mostExpected = 4 << 30

// readValues reads values, in Futhark's text or its binary form.
func readValues(ctx context.Context, name, text string) ([]data.Typed, error) {
	return data.ReadFuthark(ctx, diag.NewSource(name, text), mostExpected)
}

// plain is a value as it is in the object of a run.
func plain(v data.Typed) (x any) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	data.WriteJSON(w, v.Shown())
	w.Flush()
	d := json.NewDecoder(&b)
	d.UseNumber()
	d.Decode(&x)
	return x
}

// largest is the largest absolute value of the finite numbers in a value.
func largest(x any) (most float64) {
	if list, ok := x.([]any); ok {
		for _, y := range list {
			most = max(most, largest(y))
		}
		return most
	}
	if n, ok := number(x); ok && !math.IsInf(n, 0) && !math.IsNaN(n) {
		return math.Abs(n)
	}
	return 0
}

// number reads a number of an object, which may be an infinity or no number as a text.
func number(x any) (float64, bool) {
	switch x := x.(type) {
	case json.Number:
		n, err := x.Float64()
		return n, err == nil
	case string:
		n, ok := map[string]float64{"inf": math.Inf(1), "-inf": math.Inf(-1), "nan": math.NaN()}[strings.ToLower(x)]
		return n, ok
	}
	return 0, false
}

// same compares two values, and returns the place of the first difference.
func same(found, want any, off float64, first int) (where string, f, w any, ok bool) {
	a, list := found.([]any)
	b, also := want.([]any)
	if list && also {
		if len(a) != len(b) {
			return ", its length,", len(a), len(b), false
		}
		for k := range a {
			if where, f, w, ok := same(a[k], b[k], off, first); !ok {
				return fmt.Sprintf("[%d]%s", first+k, where), f, w, false
			}
		}
		return "", nil, nil, true
	}
	if list != also {
		return "", found, want, false
	}
	if fmt.Sprint(found) == fmt.Sprint(want) {
		return "", nil, nil, true
	}
	x, isNumber := number(found)
	y, both := number(want)
	whole := func(x any) bool { n, ok := x.(json.Number); return ok && !strings.ContainsAny(n.String(), ".eE") }
	switch {
	case !isNumber || !both || whole(found) && whole(want) && off == 0:
		return "", found, want, false
	case x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= off:
		return "", nil, nil, true
	}
	return "", found, want, false
}

// mostShown is how long a value in a message may be, in bytes.
const mostShown = 80

func short(x any) string {
	text := fmt.Sprint(x)
	if len(text) > mostShown {
		text = strings.ToValidUTF8(text[:mostShown], "") + "…"
	}
	return text
}
