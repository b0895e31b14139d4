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
	"funmem/repl/session"
)

// PrintResult prints one value of a program on lines of its own.
func PrintResult(ctx context.Context, w io.Writer, r session.Result, limit int) error {
	var err error
	if session.IsBlock(r.Result) {
		_, err = fmt.Fprint(w, "block ", r.Name)
	} else {
		err = Show(ctx, w, r.Value, limit)
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
	for _, r := range added.Shown() {
		h := head{Type: r.Value.Type()}
		if r.Name != "" {
			h.Name = &r.Name
		}
		if session.IsBlock(r.Result) {
			h.Type = "mem"
		}
		text, err := json.Marshal(h)
		if err != nil {
			return err
		}
		w.WriteString(before + string(text[:len(text)-1]) + `,"value":`)
		before = ","
		if err := valueJSON(w, r); err != nil {
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

func valueJSON(w *bufio.Writer, r session.Result) error {
	if !session.IsBlock(r.Result) {
		return data.WriteJSON(w, r.Value)
	}
	text, err := json.Marshal(map[string]string{"block": r.Name})
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
