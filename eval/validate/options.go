package validate

import (
	"cmp"
	"context"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// Options are the choices of a validation.
type Options struct {
	engine.Options
	Tests    int           // how many inputs of each subject both sides run on
	Small    int           // how many of them are small ones at most; 0: a fifth, or a hundred where that is more, or half
	Seed     int64         // of the random ones
	Time     time.Duration // of the whole validation; 0: no limit
	Each     int64         // steps of one input in BEFORE, and patience times as many in AFTER; 0: EachSteps
	Steps    int64         // of all inputs together; 0: no limit
	Strict   bool          // a warning about AFTER refutes it
	FromZero bool          // reports count indices and results from 0
	Unproved bool          // nothing is proved of the kernels of a valid AFTER
	// Gives is the first element of the results of a subject that nothing wrote, or nil, where a caller is to be given
	// numbers alone. It may be nil: nobody looks.
	Gives    func(sub *Subject, results []value.Val) *validity.Unwritten
	Progress func(sub *Subject, ran, of int)
	// Clean may tell of a program without arguments that nothing is wrong with it, and what
	// it gives, in a session that has its inputs. It may be nil: the rules run it, as they do
	// where it does not say so.
	Clean Clean
}

// EachSteps is how many steps an input takes in BEFORE, before it is left out: a second or so. engine.Steps says what they
// are. Nothing depends on a clock, but Options.Time.
const EachSteps = 2_000_000

// each is Options.Each.
func (o *Options) each() int64 { return cmp.Or(o.Each, EachSteps) }

// forAlone are the options for a def by itself, of which a file may have many: a few inputs that take long are enough, so
// that one def takes a second or two.
func (o *Options) forAlone() *Options {
	alone := *o
	alone.Each, alone.Steps = cmp.Or(o.Each, EachSteps/8), cmp.Or(o.Steps, 20*EachSteps)
	return &alone
}

// Clean is the verdict on a program that is clean, with its results.
type Clean func(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options) (*validity.Verdict, []value.Val, bool)

// schedules are the orders of iterations that each input runs in.
func (o *Options) schedules() []engine.Schedule {
	reverse, _ := engine.ParseSchedule("reverse")
	random, _ := engine.ParseSchedule("random:1")
	return []engine.Schedule{{}, reverse, random}
}
