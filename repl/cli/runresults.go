package cli

import (
	"bufio"
	"context"
	"fmt"

	"funmem/eval/data"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// results prints the values of a program, except one that goes to a file. failed is the error that ended the program after
// these values, or nil; --json has it in the same object.
func (o *Options) results(ctx context.Context, st Streams, added *session.Added, failed error) error {
	if o.JSON {
		beside := map[string]any{}
		if failed != nil {
			beside["error"] = errorOf(failed)
		}
		if len(added.Heap) > 0 {
			beside["warnings"] = added.Heap
		}
		if len(o.counts) > 0 {
			beside["refcount"] = o.counts
		}
		if o.idle {
			beside["empty"] = true
		}
		return view.Stream(ctx, st.Out, func(w *bufio.Writer) error { return view.ResultsJSON(w, added, beside) })
	}
	list := added.Shown()
	last, _ := session.LastValue(list)
	for k := range list {
		if o.Out != "" && &list[k] == last {
			continue
		}
		if err := view.PrintResult(ctx, st.Out, list[k], o.Limit); err != nil {
			return err
		}
	}
	if len(o.counts) > 0 {
		fmt.Fprint(st.Out, view.RefCounts(o.counts))
	}
	return nil
}

// writeResult writes the last value to the file of --out.
func (o *Options) writeResult(st Streams, added *session.Added) error {
	last, n := session.LastValue(added.Shown())
	if last == nil {
		return diag.Usagef("the program has no value to write to %s", o.Out).Helpf("choose one with `-e EXPR`")
	}
	scale, err := data.Write(o.Out, last.Value)
	if err != nil {
		return err
	}
	if scale != nil {
		fmt.Fprintln(st.Err, scale)
	}
	if !o.JSON {
		others := ""
		if n > 1 {
			others = fmt.Sprintf(", the last of %d values; `-e EXPR` chooses one", n)
		}
		fmt.Fprintf(st.Out, "wrote %s : %s%s\n", diag.OneLine(o.Out), last.Value.Type(), others)
	}
	return nil
}
