package repl

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// results prints the values of a program, but for one that goes to a file.
func (o *Options) results(ctx context.Context, st Streams, added *Added) error {
	if o.JSON {
		return stream(ctx, st.Out, func(w *bufio.Writer) error { return resultsJSON(w, added) })
	}
	for i, v := range added.Values {
		if o.Out != "" && i == len(added.Unit.Results)-1 {
			continue
		}
		if err := printResult(ctx, st.Out, added.result(i), v, o.Limit); err != nil {
			return err
		}
	}
	return nil
}

// printResult prints one value of a program on lines of its own.
func printResult(ctx context.Context, w io.Writer, r elab.Result, v value.Val, limit int) error {
	if r.Implied {
		return nil
	}
	var err error
	if isBlock(r) {
		_, err = fmt.Fprint(w, "block ", r.Name)
	} else {
		err = show(ctx, w, v, limit)
	}
	fmt.Fprintln(w)
	return err
}

// resultsJSON writes the object of `run --json`.
func resultsJSON(w *bufio.Writer, added *Added) error {
	type head struct {
		Name *string `json:"name"`
		Type string  `json:"type"`
	}
	before := `{"results":[`
	for i, v := range added.Values {
		r := added.Unit.Results[i]
		if r.Implied {
			continue
		}
		h := head{Type: v.Type()}
		if r.Name != "" {
			h.Name = &r.Name
		}
		if isBlock(r) {
			h.Type = "mem"
		}
		text, err := json.Marshal(h)
		if err != nil {
			return err
		}
		w.WriteString(before + string(text[:len(text)-1]) + `,"value":`)
		before = ","
		if err := valueJSON(w, added.result(i), v); err != nil {
			return err
		}
		w.WriteByte('}')
	}
	if before != "," {
		w.WriteString(before)
	}
	_, err := w.WriteString("]}\n")
	return err
}

func valueJSON(w *bufio.Writer, r elab.Result, v value.Val) error {
	if !isBlock(r) {
		return data.WriteJSON(w, v)
	}
	text, err := json.Marshal(map[string]string{"block": r.Name})
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// writeResult writes the last value to the file of --out.
func (o *Options) writeResult(st Streams, added *Added) error {
	for i := len(added.Values) - 1; i >= 0; i-- {
		if isBlock(added.Unit.Results[i]) {
			continue
		}
		scale, err := data.Write(o.Out, added.Values[i])
		if err != nil {
			return err
		}
		if scale != nil {
			fmt.Fprintln(st.Err, scale)
		}
		if !o.JSON {
			fmt.Fprintf(st.Out, "wrote %s : %s\n", diag.OneLine(o.Out), added.Values[i].Type())
		}
		return nil
	}
	return usagef("the program has no value to write to %s", o.Out).Helpf("choose one with `-e EXPR`")
}
