package repl

import (
	"context"
	"maps"
	"slices"
	"strings"

	"funmem/futhark/tofunmem"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// callCommand binds the inputs of an entry point of a dump that was loaded, as --in does, and calls it.
func (c *Console) callCommand(ctx context.Context, arg string) error {
	name, inputs := "", outsideBrackets(arg)
	if len(inputs) > 0 && !strings.Contains(inputs[0], "=") {
		name, inputs = inputs[0], inputs[1:]
	}
	u, e, err := c.entryPoint(name)
	if err != nil {
		return err
	}
	takes := session.Parameters(e)
	inputs, sizes := cli.SizesIn(u, takes, inputs)
	if len(sizes) > 0 {
		if u, err = c.resized(ctx, u, sizes); err == nil {
			e, err = (&cli.Options{Entry: e.Name}).EntryOf(u)
		}
		if err != nil {
			return err
		}
	}
	before := c.Snapshot()
	before.Elab = c.Elab.Clone() // inputs are bound in place
	seen := map[string]string{}
	for _, text := range inputs {
		names, err := c.BindInput(ctx, strings.NewReader(""), text, seen, e, true)
		if err != nil {
			return err
		}
		for _, name := range names {
			if !takes[name] {
				c.Restore(before)
				for size := range u.Sizes {
					takes[size] = true
				}
				return cli.NotTaken(name, e, takes)
			}
		}
	}
	if len(inputs) > 0 {
		c.Remember(before, "the inputs of `"+e.Name+"`")
	}
	decls, err := cli.CallOf(e, c.Session, sampleOf(e))
	if err != nil {
		return err
	}
	added, err := c.AddProgram(ctx, &syntax.Program{Decls: decls})
	if err != nil {
		return err
	}
	call := added.Entry
	call.Gives = session.Unwritten(e, session.ArraysOf(added.Values))
	call.Verdict = call.Verdict.Gives(call.Gives)
	return c.answer(ctx, &session.Added{Unit: added.Unit, Values: added.Values, Notes: added.Notes, Heap: added.Heap})
}

// entryPoint returns an entry point and its dump: the one of the given name, or main, or the only one. It is taken from
// the last loaded dump that has it.
func (c *Console) entryPoint(name string) (*tofunmem.Unit, *tofunmem.Entry, error) {
	var last error
	for _, u := range slices.Backward(c.Dumps) {
		e, err := (&cli.Options{Entry: name}).EntryOf(u)
		if err == nil {
			return u, e, nil
		}
		if last == nil {
			last = err
		}
	}
	if last == nil {
		return nil, nil, diag.Usagef("no dump of Futhark's was loaded yet").Helpf("`:load x.fut_seq_mem` loads one; a function of Fun is called as f(3)")
	}
	return nil, nil, last
}

// outsideBrackets splits a text at the blanks that are outside brackets.
func outsideBrackets(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(r rune) bool {
		switch {
		case strings.ContainsRune("([", r):
			depth++
		case strings.ContainsRune(")]", r):
			depth--
		}
		return r == ' ' && depth <= 0
	})
}

// sampleOf returns an example line that runs an entry point on values of its parameter types.
func sampleOf(e *tofunmem.Entry) string {
	words := []string{":run", e.Name}
	for _, p := range e.Params {
		words = append(words, p.Name+"="+p.Sample())
	}
	return strings.Join(words, " ")
}

// runs says how to run the entry points of a loaded dump.
func (c *Console) runs(u *tofunmem.Unit) {
	names := map[string]*tofunmem.Entry{}
	for _, e := range u.Entries {
		names[e.Name] = e
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c.printf("%s", c.pal.Dim("`"+sampleOf(names[name])+"` runs it, `:check` then checks it"))
	}
}
