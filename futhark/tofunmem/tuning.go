package tofunmem

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Tuning has sizes that Futhark's run time chooses, by their names in the dump or by their classes, such as group_size.
// A comparison with a threshold holds if the size under its name is positive. The sequential version of an operation
// runs if the size under the operation's name is not 0. A missing size has Futhark's default.
type Tuning map[string]int64

// defaults are those of Futhark's OpenCL and CUDA run times. Thresholds are so large that a
// program's last version runs, the one with all parallelism.
var defaults = Tuning{
	"group_size": 256, "num_groups": 256, "tile_size": 16, "reg_tile_size": 4, "lockstep_width": 32, "default_group_size": 256, "default_num_groups": 256,
	"default_tile_size": 16, "default_reg_tile_size": 4, "default_threshold": 32768, "thread_block_size": 256, "grid_size": 256, Sequential: 0,
	// The most that NVIDIA's devices allow, and tiles with as many threads.
	"max_group_size": 1024, "max_thread_block_size": 1024, "max_tile_size": 32, "max_num_groups": 1<<31 - 1, "max_grid_size": 1<<31 - 1, "max_local_memory": 48 << 10, "max_shared_memory": 48 << 10,
}

// Sequential is the class of the choice between the two versions of an operation of a multicore dump, `par {…} seq
// {…}`: the scheduler chooses which one runs. The name of a single choice is this word, a `_`, and the first array that
// the operation binds.
const Sequential = "sequential"

// of returns a size.
func (t Tuning) of(key, class string) (int64, bool) {
	class = sizeClass(class)
	for _, from := range []Tuning{t, defaults} {
		for _, name := range []string{key, class} {
			if v, ok := from[name]; ok {
				return v, true
			}
		}
	}
	return 0, false
}

// sizeClass returns the class of a size without the parentheses after it.
func sizeClass(text string) string {
	text, _, _ = strings.Cut(text, "(")
	return strings.TrimSpace(text)
}

// tunable notes that the dump has a size of these names, and the least value that it may have.
func (f *function) tunable(least int64, names ...string) {
	for _, name := range names {
		f.unit.Sizes[name] = max(least, f.unit.Sizes[name])
	}
}

// getSize returns the value of a tuning parameter.
func (f *function) getSize(e *futhark.GetSize) syntax.Expr {
	f.tunable(1, e.Key, sizeClass(e.Class))
	f.unit.Class[e.Key] = sizeClass(e.Class)
	v, ok := f.tuning.of(e.Key, e.Class)
	if !ok {
		v, ok = bespoke(e.Class)
	}
	if !ok {
		f.fail(f.at, "nothing is known of the size `%s` of class `%s`: set it by its name", e.Key, e.Class)
	}
	return &syntax.IntLit{Span: f.at, Val: num.Of(v)}
}

// bespoke returns the default that a class has of its own, bespoke(name, default).
func bespoke(class string) (int64, bool) {
	in, ok := strings.CutPrefix(class, "bespoke(")
	_, text, two := strings.Cut(strings.TrimSuffix(in, ")"), ",")
	v, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return v, ok && two && err == nil
}

// userParam returns what is set for a parameter, or its default.
func (f *function) userParam(e *futhark.UserParam) syntax.Expr {
	f.tunable(0, e.Key)
	if v, ok := f.tuning[e.Key]; ok {
		return &syntax.IntLit{Span: f.at, Val: num.Of(v)}
	}
	return f.atom(e.Default)
}

// threshold returns the default that a threshold has of its own, threshold(default, path); the word def stands for no
// default.
func threshold(class string) (int64, bool) {
	in, ok := strings.CutPrefix(class, "threshold(")
	text, _, _ := strings.Cut(in, ",")
	v, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return v, ok && err == nil
}

// cmpSize returns whether a value reaches a threshold. The threshold is what is set for it, its own default, or the
// general default.
func (f *function) cmpSize(e *futhark.CmpSize) syntax.Expr {
	f.tunable(0, e.Key)
	v, own := threshold(e.Class)
	if own {
		f.unit.Own[e.Key] = true
	} else {
		f.tunable(0, "default_threshold")
		v, _ = f.tuning.of("default_threshold", "")
	}
	if set, ok := f.tuning[e.Key]; ok {
		v = set
	}
	return bin(syntax.Le, &syntax.IntLit{Span: f.at, Val: num.Of(v)}, f.atom(e.X))
}

// calcNumGroups returns how many groups cover n threads, but no more than the parameter
// says.
func (f *function) calcNumGroups(e *futhark.CalcNumGroups) syntax.Expr {
	f.tunable(1, e.Key, "num_groups")
	f.unit.Class[e.Key] = "num_groups"
	most := f.launch(e.Key, "num_groups")
	group := f.atom(e.Group)
	need := bin(syntax.Div, bin(syntax.Sub, bin(syntax.Add, f.atom(e.N), group), one()), group)
	return bin(syntax.Max, one(), bin(syntax.Min, most, need))
}

func (f *function) launch(key, class string) syntax.Expr {
	v, _ := f.tuning.of(key, class)
	return lmad.Const(int(v))
}

// choiceKey returns the name of the choice between the versions of the operation of a
// statement.
func choiceKey(s *futhark.Stm) string {
	if n := mainOf(s); n != nil {
		return Sequential + "_" + nameOf(n)
	}
	line, _ := s.Span.Position()
	return fmt.Sprintf("%s_line_%d", Sequential, line)
}

// choices notes the choices in a body, also in the versions that are not chosen.
func (f *function) choices(b *futhark.Body) {
	for _, s := range futhark.Choices(b) {
		f.tunable(0, choiceKey(s), Sequential)
	}
}

// version returns the version of an operation that runs: the parallel one, or the only one, if nothing else is set.
func (f *function) version(s *futhark.Stm, e *futhark.Par) *futhark.SegOp {
	if e.Par == nil || e.Seq == nil {
		return cmp.Or(e.Par, e.Seq)
	}
	if v, _ := f.tuning.of(choiceKey(s), Sequential); v != 0 {
		return e.Seq
	}
	return e.Par
}
