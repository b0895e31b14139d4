// Command gpu measures funmem on a device with memory of its own. It is one file that needs neither Go nor a network: build it
// with `go build ./bench/gpu`, and run it where the device is. It compares a corpus of programs with the value semantics,
// measures how fast the device copies, and then programs at large sizes: their Fun form, the same by hand in CUDA (package
// bench/cuda), and by CuPy or PyTorch where Python has one of them. It prints Markdown. The exit status is 1 if a result is
// wrong, and 2 if there is no such device.
//
//	main.go       the flags, and what is done in which order
//	corpus.go     the comparison with the value semantics
//	device.go     the kinds of devices, and how fast they copy
//	stopwatch.go  a device that measures how long its kernels take
//	workloads.go  the programs with their arguments, and what they have to give
//	measure.go    measuring them
//	hand.go       launching those by hand
//	peers.go      those in Python
//	table.go      the table
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"funmem/gpu"
)

// options are what the flags say.
type options struct {
	device   string
	small    bool
	elements int
	every    int
	runs     int
	limit    time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.device, "device", "cuda", "the kind of device: cuda or opencl")
	flag.BoolVar(&o.small, "small", false, "small sizes, for tests: their times say nothing")
	flag.IntVar(&o.elements, "elements", 100_000_000, "arrays have at most so many elements, and fewer where the device has little memory")
	flag.IntVar(&o.every, "corpus", 1, "compare one of so many programs with the value semantics; 0: none")
	flag.IntVar(&o.runs, "runs", 7, "measure so many runs of each program, or fewer if they take long; 0: measure nothing")
	flag.DurationVar(&o.limit, "limit", time.Minute, "the most that a run may take")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Stdout, os.Stderr, o)
	stop()
	os.Exit(status)
}

// copyWords is how many words are copied to see how fast a device is, at most: 400 MB are far more than its cache.
const copyWords = 400_000_000 / 8

// run measures, and returns the exit status.
func run(ctx context.Context, out, errs io.Writer, o options) int {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.Name == o.device })
	if at < 0 || o.runs < 0 || o.elements < 1 {
		fmt.Fprintln(errs, "--device takes cuda or opencl, --runs a number from 0 on, and --elements one from 1 on")
		return 2
	}
	k := kinds[at]
	d, err := k.open()
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	defer d.Close()
	say := func(what string) { fmt.Fprintln(errs, what) }
	lim := d.Limits()
	fmt.Fprintf(out, "## %s\n\n%s; %s: %d units, %.3g GB; a machine with %d cores.\n\n", k.Name, d.Name(), driver(), lim.Units, float64(lim.Words)*8/1e9, runtime.NumCPU())

	c := compare(ctx, d, k.Dialect, o.every, o.limit, say)
	fmt.Fprintln(out, c.text())
	wrong := len(c.wrong) > 0

	if o.runs > 0 && ctx.Err() == nil {
		right, err := measured(ctx, out, say, k, d, o)
		if err != nil {
			fmt.Fprintln(errs, err)
			return 1
		}
		wrong = wrong || !right
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(errs, "it was interrupted")
		return 1
	case wrong:
		fmt.Fprintln(errs, "a result is wrong")
		return 1
	}
	return 0
}

// measured measures how fast the device copies, and the workloads. It tells whether all results are right.
func measured(ctx context.Context, out io.Writer, say func(string), k kind, d gpu.Accelerator, o options) (right bool, err error) {
	right = true
	say("copying")
	lim := d.Limits()
	most := lim.Words
	if lim.Buffer > 0 {
		most = min(most, 3*lim.Buffer)
	}
	words, s := min(copyWords, most/3), large(o.elements, most)
	if o.small {
		words, s = 100_001, small
	}
	copied, err := k.copies(ctx, d, words, o.runs)
	if err != nil {
		fmt.Fprintf(out, "The copy failed: %v\n\n", err)
		right = false
	} else {
		fmt.Fprintf(out, "%s\n\n", copied.text())
	}

	b, err := newBench(d, k.Dialect, o.runs, o.limit)
	if err != nil {
		return false, err
	}
	defer b.engine.Close()
	say("measuring libraries of Python")
	t := &table{kind: k, copied: copied, peers: measurePeers(ctx, s, o.runs)}
	fmt.Fprintf(out, "Times are medians of %d runs, or fewer where those take long, of the kernels alone: from the first launch to the end of waiting for the last one, with the data on the device.\n\n%s", o.runs, t.head())
	for _, w := range workloads(s) {
		say("measuring " + w.name)
		in := w.arrays()
		want := w.want(in)
		r := row{w: w, fun: b.fun(ctx, w, in, want)}
		if k.hand {
			r.hand = b.byHand(ctx, w, in, want)
		}
		right = right && !r.fun.wrong && !r.hand.wrong
		fmt.Fprint(out, t.line(r))
		runtime.GC() // the arrays of the next one are as large
	}
	fmt.Fprint(out, t.foot())
	return right, nil
}
