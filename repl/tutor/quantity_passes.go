package tutor

import (
	"context"
	"fmt"
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
	before := ""
	for _, stm := range d.Body.Stms {
		switch stm := stm.(type) {
		case *syntax.Let:
			before = stm.Pat[len(stm.Pat)-1].Written()
		case *syntax.Free:
			if stm.Block.ID == block {
				return &Computed{Right: Answer{Form: Name, Items: []string{before}}, Why: []string{
					fmt.Sprintf("the pass `free` ends the life of `%s`, the block of `%s`, right after the statement that binds `%s`", stm.Block.Name, array, before),
				}}, nil
			}
		}
	}
	return nil, diag.Usagef("the block of `%s` is alive at the end of `%s`", array, name)
}
