package cli

import (
	"context"
	"fmt"
	"strings"

	"funmem/eval/verdict"
	"funmem/lower/footprint"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// footprintReport is the report that runs passes of its own, if none are given.
const footprintReport = "footprint"

// footprints prints how much storage the defs of a program need, or the one of --def, and its statements.
func (o *Options) footprints(ctx context.Context, st Streams, s *session.Session, unit *elab.Unit, path string) error {
	def, err := o.chosen(unit, path)
	if err != nil {
		return err
	}
	if o.Fixed != "" && def == nil {
		return diag.Usagef("`--sizes` are those of a def, and no def is named").Helpf("write `--def NAME`, too")
	}
	values, err := Values("--sizes", strings.Split(o.Fixed, ","))
	if err != nil {
		return err
	}
	p := unit.Core
	if def != nil {
		p = session.NeededBy(p, def)
	}
	found, err := footprint.Find(ctx, s.Manager(&elab.Unit{}), p, FormOf(unit), o.Passes, verdict.Poll(ctx))
	if err != nil {
		return PassError(err, CommandHelps)
	}
	list := []map[string]any{}
	for _, f := range found {
		if f.Def == nil && (def != nil || len(p.Main().Stms) == 0) || f.Def != nil && (def != nil && f.Def.Name != def.Name || f.Def.NameAt.Src.Library) {
			continue
		}
		text, err := footprint.Report(f, values)
		if err != nil {
			return err
		}
		if !o.JSON {
			fmt.Fprint(st.Out, text)
			continue
		}
		list = append(list, footprintJSON(f, text))
	}
	if o.JSON {
		return WriteJSON(st.Out, map[string]any{"footprints": list})
	}
	return nil
}

func footprintJSON(f *footprint.Footprint, text string) map[string]any {
	one := map[string]any{"report": text}
	if f.Def != nil {
		one["name"] = f.Def.Written()
	}
	if f.Storage != nil {
		one["storage"], one["bound"] = f.Storage.String(), f.Storage.Bound()
	}
	return one
}
