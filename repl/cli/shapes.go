package cli

import (
	"context"
	"fmt"

	"funmem/eval/verdict"
	"funmem/lower/shape"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// shapesReport is the report that needs no passes.
const shapesReport = "shapes"

// shapes prints the shape functions of the defs of a program, or of the one of --def.
func (o *Options) shapes(ctx context.Context, st Streams, unit *elab.Unit) error {
	switch {
	case o.Passes != "":
		return diag.Usagef("`--report shapes` is about the program before any pass").Helpf("leave `--passes` out")
	case unit.Mem:
		return diag.Usagef("shape functions are those of Fun, and this is a program of FUNMEM")
	}
	list, found := []map[string]any{}, false
	for _, f := range shape.Of(unit.Core, verdict.Poll(ctx)) {
		if o.Def != "" && f.Def.Name != o.Def || o.Def == "" && f.Def.NameAt.Src.Library {
			continue
		}
		found = true
		if !o.JSON {
			fmt.Fprint(st.Out, shape.Report(f))
			continue
		}
		one := map[string]any{"name": f.Def.Name}
		if text := f.Text(); text != "" {
			one["shape"] = text
		}
		refused := []map[string]any{}
		for _, d := range f.Refused {
			refused = append(refused, map[string]any{"at": d.At.String(), "size": d.Of, "why": d.Why, "rule": d.Rule})
		}
		if len(refused) > 0 {
			one["refused"] = refused
		}
		list = append(list, one)
	}
	if !found && o.Def != "" {
		return diag.Usagef("there is no def `%s`", o.Def)
	}
	if o.JSON {
		return WriteJSON(st.Out, map[string]any{"shapes": list})
	}
	return nil
}
