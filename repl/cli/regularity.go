package cli

import (
	"fmt"

	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/regularity"
)

// regularityReport is the report on which arrays are regular.
const regularityReport = "regularity"

// regularities prints what is known of the regularity of each expression of a program, or of the def of --def.
func (o *Options) regularities(st Streams, s *session.Session, unit *elab.Unit) error {
	switch {
	case o.Passes != "":
		return diag.Usagef("`--report regularity` is about the program before any pass").Helpf("leave `--passes` out")
	case unit.Mem:
		return diag.Usagef("regularity is that of the arrays of Fun, and this is a program of FUNMEM")
	}
	p := unit.Nested
	parts := s.Elab.Outside().Program(p)
	defs := p.Defs()
	shown := []regularity.Part{}
	for k, part := range parts {
		isDef := k < len(defs)
		if isDef && (o.Def == "" && defs[k].NameAt.Src.Library || o.Def != "" && defs[k].Name != o.Def) || !isDef && o.Def != "" {
			continue
		}
		shown = append(shown, part)
	}
	if len(shown) == 0 && o.Def != "" {
		return diag.Usagef("there is no def `%s`", o.Def)
	}
	if o.JSON {
		return WriteJSON(st.Out, map[string]any{"regularity": shown})
	}
	for k, part := range shown {
		if k > 0 {
			fmt.Fprintln(st.Out)
		}
		if part.Of != "" {
			fmt.Fprintln(st.Out, "def "+part.Of)
		}
		fmt.Fprint(st.Out, regularity.Report(part.Lines))
	}
	return nil
}
