package schedule

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Schedule is a rewrite of programs.
type Schedule struct {
	Name string
	Doc  string
	run  func(j *job, body []imp.Stm) []imp.Stm
}

// Host is what programs go through before they are compiled for the machine's own cores.
var Host = []string{"drop", "same", "content", "unroll", "fold", "share", "lift", "split", "fold", "turns", "join", "share", "checks", "block", "jam", "tree", "checks", "early"}

// Devices is what programs go through whose kernels run on a device, which has a thread for each iteration.
var Devices = []string{"drop", "same", "content", "fold", "share", "lift", "fold", "share", "checks", "groups", "groupscans", "strided", "scans", "tiles", "rows", "checks"}

// Single is Devices where groups of threads are small, or share little memory: each thread works alone.
var Single = []string{"drop", "same", "content", "fold", "share", "lift", "fold", "share", "strided", "scans", "checks"}

// CUDA is Devices where a group of threads that has begun goes on, whatever others do.
var CUDA = before("groupscans", "chains", Devices)

// before is a list with a name more, before another one.
func before(name, more string, list []string) []string {
	return slices.Insert(slices.Clone(list), slices.Index(list, name), more)
}

// Processors is what programs go through whose kernels run on a device that is a processor: a thread runs many iterations.
var Processors = []string{"drop", "same", "content", "fold", "share", "lift", "split", "fold", "share", "strided", "scans", "checks"}

// Table is the rewrites.
var Table = []Schedule{
	{"drop", "copies of a location onto itself", drop},
	{"same", "variables that get the same value wherever they are assigned to", same},
	{"content", "blocks that one loop fills and that are read after it: their elements are computed where they are read", content},
	{"unroll", "loops of few rounds whose number of rounds is known, where constants then make the rounds differ, or of very few", unroll},
	{"fold", "operators whose result follows from what is known of their operands, checks that hold", fold},
	{"share", "ints, elements and checks that are computed, read, written or made again: once", share},
	{"lift", "remainders and the like that do not depend on the iterations of a loop: before it", lift},
	{"split", "kernels where conditions, remainders, min or max single out the first or last iterations: those run on their own", split},
	{"turns", "kernels where conditions ask for a remainder of the index by a small number: several iterations at once", turns},
	{"join", "neighbouring kernels with the same number of iterations, that read the same block, and neither writes what other iterations of the other read or write: one", join},
	{"block", "kernels around a sequential loop in groups that run its rounds in step", block},
	{"jam", "kernels around such groups, or across whose rows the one in it reads: several iterations at once, if all are proved independent", jam},
	{"tree", "long sums and products of ints, minima and maxima outside kernels: in parts, and then the result of these", tree},
	{"strided", "what tree does, for devices, with parts of parts; sums and products of f64s of folds too, in a fixed order that is not that of the program", strided},
	{"groups", "what strided does, for GPUs: groups of threads that share memory make one result each, and one group that of all", groups},
	{"chains", "what groupscans does, in one pass, where the operators are associative, for CUDA: a group looks back at what those before it have told", chains},
	{"groupscans", "what scans does, for GPUs: groups of threads that share memory are the parts", groupscans},
	{"tiles", "products of matrices and transpositions, for GPUs: groups of threads run squares of iterations, with elements in memory that they share", tiles},
	{"rows", "kernels that fold rows which lie in one piece, for GPUs: a group of threads for each row", rows},
	{"scans", "long scans outside kernels, for devices: parts find out what they add, and then run from where they begin", scans},
	{"checks", "checks that hold in all rounds of a loop if they hold in the first and the last one: before the loop", checks},
	{"early", "loops that decide whether a while goes on, and keep a number once they have it: in shares, of which the last may not run", early},
}

// Names are the rewrites of a list as `fold,share`, or Host for `all`. The error is a diagnostic of
// kind Usage.
func Names(list string) ([]string, error) {
	if list == "all" {
		return Host, nil
	}
	names := strings.Split(list, ",")
	for k, name := range names {
		name = strings.TrimSpace(name)
		names[k] = name
		if slices.ContainsFunc(Table, func(s Schedule) bool { return s.Name == name }) {
			continue
		}
		help := "all applies what native code goes through; the rewrites are"
		for _, s := range Table {
			help += fmt.Sprintf("\n  %-8s %s", s.Name, s.Doc)
		}
		return nil, diag.Usagef("there is no rewrite %q", name).Helpf("%s", help)
	}
	return names, nil
}

// Through applies the rewrites of some names. free tells which kernels are proved to have independent iterations; nil: none
// is. It may take part of a program as it is if it would become too large, or proofs take too long. It calls after, unless
// that is nil, with the program after each rewrite.
func Through(names []string, p *imp.Program, free func(*imp.Kernel) bool, poll stop.Poll, after func(name string, p *imp.Program)) (out *imp.Program, err error) {
	defer stop.Caught(&err)
	c := *p
	j := newJob(&c, poll)
	if free != nil {
		j.free = free
	}
	for _, name := range names {
		k := slices.IndexFunc(Table, func(s Schedule) bool { return s.Name == name })
		if k < 0 {
			return nil, fmt.Errorf("there is no schedule %q", name)
		}
		j.look()
		c.Body = Table[k].run(j, c.Body)
		if after != nil {
			after(name, &c)
		}
	}
	return &c, nil
}

// job is a rewrite of one program.
type job struct {
	p       *imp.Program
	poll    stop.Poll
	names   map[string]bool
	once    map[int]bool           // variables that get their only value where they are declared
	changes map[int]bool           // other variables that are assigned to
	few     map[int]bool           // indices of kernels of few iterations
	parted  map[int]bool           // indices of loops that are left for when they are short
	groups  map[int]bool           // indices of kernels that run in groups
	free    func(*imp.Kernel) bool // whether the iterations of a kernel are proved independent
	proofs  *prove.Budget
	elems   map[int]syntax.Elem
}

// mostSteps is what the proofs about a program may take.
const mostSteps = 40_000

func newJob(p *imp.Program, poll stop.Poll) *job {
	j := &job{p: p, poll: poll, names: map[string]bool{}, few: map[int]bool{}, groups: map[int]bool{}, parted: map[int]bool{}, free: func(*imp.Kernel) bool { return false }, proofs: prove.NewBudget(mostSteps), elems: map[int]syntax.Elem{}}
	add := func(x *syntax.Binding) {
		j.names[x.Name] = true
		j.elems[x.ID] = x.Type.Elem
	}
	for _, x := range p.Inputs {
		add(x)
		for _, v := range syntax.FreeVars(x.Type) {
			j.names[v.Name] = true
		}
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			add(s.X)
		case *imp.Kernel:
			add(s.X)
		case *imp.For:
			add(s.X)
		}
		return true
	})
	return j
}

// look finds out anew which variables change.
func (j *job) look() {
	j.once, j.changes = map[int]bool{}, map[int]bool{}
	j.count(j.p.Body)
}

// count finds it out for statements that are new.
func (j *job) count(list []imp.Stm) {
	seen := map[int]int{}
	imp.Walk(list, func(s imp.Stm) bool {
		if x := imp.Target(s); x != nil {
			seen[x.ID]++
		}
		return true
	})
	for id := range seen {
		j.once[id], j.changes[id] = false, true
	}
	initials(list, func(x *syntax.Var) {
		if seen[x.ID] == 1 {
			j.once[x.ID], j.changes[x.ID] = true, false
		}
	})
}

// initials visits the variables that get a value right after they are declared.
func initials(list []imp.Stm, visit func(x *syntax.Var)) {
	for k, s := range list {
		if d, ok := s.(*imp.Declare); ok && k+1 < len(list) {
			if x := imp.Target(list[k+1]); x != nil && x.ID == d.X.ID {
				visit(x)
			}
		}
		switch s := s.(type) {
		case *imp.If:
			initials(s.Then, visit)
			initials(s.Else, visit)
		case *imp.Kernel:
			initials(s.Body, visit)
		case *imp.For:
			initials(s.Body, visit)
		case *imp.While:
			initials(s.Body, visit)
		}
	}
}

// fixed tells whether no variable of p changes.
func (j *job) fixed(p poly.Poly) bool {
	ok := true
	p.EachVar(func(id int) { ok = ok && !j.changes[id] })
	return ok
}

// fresh is a new variable.
func (j *job) fresh(base string, elem syntax.Elem) *syntax.Binding {
	name := base
	for k := 2; j.names[name]; k++ {
		name = fmt.Sprintf("%s_%d", base, k)
	}
	j.names[name] = true
	x := &syntax.Binding{Name: name, ID: j.p.Slots, Type: &syntax.Type{Elem: elem}}
	j.elems[x.ID] = elem
	j.p.Slots++
	return x
}

// let is a declaration of a new variable and its value.
func (j *job) let(x *syntax.Binding, e syntax.Expr, at imp.Stm) []imp.Stm {
	span := at.GetSpan()
	return []imp.Stm{&imp.Declare{Span: span, X: x}, &imp.Assign{Span: span, X: x.Use(), E: e}}
}

func lit(v int) syntax.Expr { return &syntax.IntLit{Val: num.Of(int64(v))} }

func bin(op syntax.Op, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{Op: op, X: x, Y: y, Of: syntax.Int}
}

// each rewrites the bodies of statements from the inside out.
func each(list []imp.Stm, f func(body []imp.Stm) []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for k, s := range list {
		switch s := s.(type) {
		case *imp.If:
			c := *s
			c.Then, c.Else = each(s.Then, f), each(s.Else, f)
			out[k] = &c
		case *imp.Kernel:
			c := *s
			c.Body = each(s.Body, f)
			out[k] = &c
		case *imp.For:
			c := *s
			c.Body = each(s.Body, f)
			out[k] = &c
		case *imp.While:
			c := *s
			c.Body = each(s.Body, f)
			out[k] = &c
		default:
			out[k] = s
		}
	}
	return f(out)
}

// size is the number of statements that do something.
func size(list []imp.Stm) (n int) {
	imp.Walk(list, func(s imp.Stm) bool {
		if _, ok := s.(*imp.Declare); !ok {
			n++
		}
		return true
	})
	return n
}

// assigned are the variables that statements assign to.
func assigned(list []imp.Stm) map[int]bool {
	set := map[int]bool{}
	imp.Walk(list, func(s imp.Stm) bool {
		if x := imp.Target(s); x != nil {
			set[x.ID] = true
		}
		return true
	})
	return set
}

// or is statements, or skip if there are none.
func or(list []imp.Stm, s imp.Stm) []imp.Stm {
	if len(list) == 0 {
		return []imp.Stm{&imp.Skip{Span: s.GetSpan()}}
	}
	return list
}
