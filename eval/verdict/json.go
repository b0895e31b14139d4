package verdict

import (
	"bufio"
	"bytes"
	"encoding/json"

	"funmem/eval/data"
	"funmem/eval/validate"
	"funmem/eval/value"
)

// Counterexample returns the input of a failure for --json, and what it shows.
func Counterexample(r *validate.Result, f *validate.Failure, inputs map[string]any) map[string]any {
	c := map[string]any{"inputs": inputs, "schedule": f.Schedule.String()}
	layouts := map[string]string{}
	for k, l := range f.Input.Layouts {
		if l != validate.RowMajor {
			layouts[r.Arrays[k].Name()] = l.String()
		}
	}
	if len(layouts) > 0 {
		c["layouts"] = layouts
	}
	if f.Stop != nil {
		c["stop"] = map[string]any{"message": f.Stop.Msg, "at": f.Stop.Span.String()}
	}
	if len(f.Input.Sizes) > 0 {
		sizes := map[string]int{}
		for k, name := range r.SizeNames() {
			sizes[name] = f.Input.Sizes[k]
		}
		c["sizes"] = sizes
	}
	if f.Result >= 0 {
		result := map[string]any{"number": f.Result + 1, "index": f.Index, "before": JSONValue(f.Before[f.Result]), "after": JSONValue(f.After[f.Result])}
		if name := f.Name(); name != "" {
			result["name"] = name
		}
		if around := nearby(f); around != nil {
			result["around"] = around
		}
		c["result"] = result
	}
	return c
}

// nearby returns the elements around the first differing one, in both results.
func nearby(f *validate.Failure) (list []map[string]any) {
	for _, e := range f.Nearby() {
		list = append(list, map[string]any{"index": e.Index, "before": JSONValue(value.Number(e.Before)), "after": JSONValue(value.Number(e.After))})
	}
	return list
}

// irrelevantJSON is an argument in which something did not matter in what was tried: the number itself, or these elements.
type irrelevantJSON struct {
	Name     string         `json:"name"`
	Elements []elementPlace `json:"elements,omitempty"`
}

type elementPlace struct {
	Index []int `json:"index"`
}

// Irrelevant says what did not matter in the input of a failure. irr may be nil.
func Irrelevant(r *validate.Result, irr *validate.Irrelevant) (list []irrelevantJSON) {
	if irr == nil {
		return nil
	}
	for _, x := range r.Arguments(r.Failure.Input) {
		indices := x.Indices(irr)
		if len(indices) == 0 {
			continue
		}
		one := irrelevantJSON{Name: x.Name}
		for _, index := range indices {
			if len(index) > 0 { // it is no number
				one.Elements = append(one.Elements, elementPlace{index})
			}
		}
		list = append(list, one)
	}
	return list
}

// JSONValue returns a value for --json.
func JSONValue(x value.Shown) json.RawMessage {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	data.WriteJSON(w, x)
	w.Flush()
	return b.Bytes()
}
