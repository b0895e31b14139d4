package cli

import (
	"context"
	"fmt"

	"funmem/repl/page"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// Page is the body of `page`.
func Page(ctx context.Context, st Streams, o *Options, args []string) error {
	if o.Out == "" && !o.JSON {
		return diag.Usagef("`--out` is missing, the file of the page").Helpf("write `--out lesson.html`; `--json` prints the steps instead")
	}
	if err := o.mayWrite(ctx, args); err != nil {
		return err
	}
	s, prog, unit, err := o.elaborated(ctx, st, args[0])
	if err != nil {
		return err
	}
	mem, err := s.Lower(ctx, unit)
	if err != nil {
		return err
	}
	story, err := s.Steps(ctx, mem, prog.Span.Src)
	if err != nil {
		return err
	}
	if o.JSON {
		return WriteJSON(st.Out, story)
	}
	forms := []page.Form{{Name: "source", Text: prog.Span.Src.Text, Source: true}}
	if !unit.Mem {
		forms = append(forms, page.Form{Name: "core", Text: syntax.Print(unit.Core)})
	}
	forms = append(forms, page.Form{Name: "FUNMEM", Text: syntax.Print(mem)})
	if p, err := o.toIMP(ctx, st, s, mem, nil); err == nil {
		forms = append(forms, page.Form{Name: "IMP", Text: ast.Print(p)})
	}
	if err := page.Write(o.Out, args[0], forms, story); err != nil {
		return err
	}
	fmt.Fprintf(st.Out, "wrote %s: %s\n", o.Out, diag.Count(len(story.Steps), "step"))
	return nil
}
