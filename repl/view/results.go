package view

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/semantics/elab"
)

// PrintResult prints one value of a program on lines of its own.
func PrintResult(ctx context.Context, w io.Writer, r elab.Result, v value.Val, limit int) error {
	if r.Implied {
		return nil
	}
	var err error
	if session.IsBlock(r) {
		_, err = fmt.Fprint(w, "block ", r.Name)
	} else {
		err = Show(ctx, w, v, limit)
	}
	fmt.Fprintln(w)
	return err
}

// ResultsJSON writes the object of `run --json`, with what else there is to say beside the results.
func ResultsJSON(w *bufio.Writer, added *session.Added, beside map[string]any) error {
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
		if session.IsBlock(r) {
			h.Type = "mem"
		}
		text, err := json.Marshal(h)
		if err != nil {
			return err
		}
		w.WriteString(before + string(text[:len(text)-1]) + `,"value":`)
		before = ","
		if err := valueJSON(w, added.Result(i), v); err != nil {
			return err
		}
		w.WriteByte('}')
	}
	if before != "," {
		w.WriteString(before)
	}
	w.WriteByte(']')
	for _, name := range slices.Sorted(maps.Keys(beside)) {
		text, err := json.Marshal(beside[name])
		if err != nil {
			return err
		}
		fmt.Fprintf(w, ",%q:%s", name, text)
	}
	_, err := w.WriteString("}\n")
	return err
}

func valueJSON(w *bufio.Writer, r elab.Result, v value.Val) error {
	if !session.IsBlock(r) {
		return data.WriteJSON(w, v)
	}
	text, err := json.Marshal(map[string]string{"block": r.Name})
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
