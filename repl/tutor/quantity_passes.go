package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/lower/pass"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// stagesOf runs passes over a function of the session, as it was entered. The last stage is one with memory.
func stagesOf(ctx context.Context, s *session.Session, name, list string) ([]*pass.Stage, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	side, d, err := s.Side(name)
	if err != nil {
		return nil, err
	}
	form := pass.Fun
	if side.Mem {
		form = pass.FunMem
	}
	if list == "" && form == pass.Fun {
		list = "introduce"
	}
	var steps []*pass.Step
	if list != "" {
		if steps, err = pass.Steps(list, form); err != nil {
			return nil, err
		}
	}
	stages, err := s.Manager(&elab.Unit{}).Run(ctx, session.NeededBy(side.Core, d), form, steps)
	if err != nil {
		return nil, err
	}
	if last := stages[len(stages)-1]; last.Form != pass.FunMem || session.DefOf(last.Program, name) == nil {
		return nil, diag.Usagef("after %s there is no FUNMEM form of `%s`", list, name)
	}
	return stages, nil
}

// split reads `DEF after PASSES`, or `DEF`.
func split(arg string) (name, list string) {
	name, list, _ = strings.Cut(arg, " after ")
	return strings.TrimSpace(name), strings.ReplaceAll(strings.TrimSpace(list), " ", "")
}

// counted is a number of the metrics of a function after passes.
func counted(ctx context.Context, s *session.Session, arg string, of func(pass.Metrics) (int, string)) (*Computed, error) {
	name, list := split(arg)
	stages, err := stagesOf(ctx, s, name, list)
	if err != nil {
		return nil, err
	}
	c := &Computed{}
	for _, st := range stages {
		if st.Form != pass.FunMem {
			continue
		}
		n, text := of(pass.MetricsOf(&syntax.Program{Decls: []syntax.Decl{session.DefOf(st.Program, name)}}, s.Elab.MemType))
		at := "as it is written"
		if st.Step != nil {
			at = "after " + st.Name()
		}
		c.Right = ints(n)
		c.Why = append(c.Why, fmt.Sprintf("%s, `%s` has %s", at, name, text))
		for _, note := range st.Notes {
			if note.Done {
				c.Why = append(c.Why, "  "+note.Line())
			}
		}
	}
	return c, nil
}

func allocsOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	return counted(ctx, s, arg, func(m pass.Metrics) (int, string) {
		return m.Allocs, diag.Count(m.Allocs, "alloc")
	})
}

func copiesOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	return counted(ctx, s, arg, func(m pass.Metrics) (int, string) {
		return m.Copies, diag.Plural(m.Copies, "copy", "copies")
	})
}

func lastOf(ctx context.Context, s *session.Session, arg string) (*Computed, error) {
	array, name, ok := strings.Cut(arg, " in ")
	if !ok {
		return nil, badly("last", arg)
	}
	array, name = strings.TrimSpace(array), strings.TrimSpace(name)
	stages, err := stagesOf(ctx, s, name, "free")
	if err != nil {
		return nil, err
	}
	d := session.DefOf(stages[len(stages)-1].Program, name)
	block := 0
	syntax.Walk(d, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.Written() == array && x.Type != nil && x.Type.Mem != nil {
			block = x.Type.Mem.Block.ID
		}
		return true
	})
	if block == 0 {
		return nil, diag.Usagef("`%s` has no array `%s`", name, array)
	}
	if x := userOf(d.Body.Stms, block); x != "" {
		return &Computed{Right: Answer{Form: Name, Items: []string{x}}, Why: []string{
			fmt.Sprintf("the pass `free` ends the life of the block of `%s` right after its last use, which is in the statement of `%s`", array, x),
		}}, nil
	}
	return nil, diag.Usagef("the pass `free` does not free the block of `%s` in `%s`, which may be alive at its end", array, name)
}

// userOf is the variable of the statement, as it was written, after which a block is freed. A statement may have become
// several, of which only the last has the name that was written.
func userOf(stms []syntax.Stm, block int) string {
	at := slices.IndexFunc(stms, func(s syntax.Stm) bool {
		free, ok := s.(*syntax.Free)
		return ok && free.Block.ID == block
	})
	named := func(s syntax.Stm) string {
		if let, ok := s.(*syntax.Let); ok {
			return let.Pat[len(let.Pat)-1].Text
		}
		return ""
	}
	if at < 0 {
		return ""
	}
	for ; at > 0; at-- { // the statement before it
		let, ok := stms[at-1].(*syntax.Let)
		if !ok {
			continue
		}
		if _, alloc := let.Exp.(*syntax.Alloc); !alloc {
			break
		}
	}
	for _, s := range stms[max(0, at-1):] {
		if x := named(s); x != "" {
			return x
		}
	}
	return ""
}
