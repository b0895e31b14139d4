package view

import (
	"fmt"
	"time"

	"funmem/lower/offload"
	"funmem/semantics/diag"
)

// Profile is where the time of a device went, as lines of text. copies is how many bytes it reads and writes in a second when
// it copies words in its memory; 0: not known.
func Profile(r offload.Report, device string, copies float64) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if r.Runs == 0 {
		say("%s: no code ran there", device)
		return lines
	}
	kernels := r.InKernels()
	say("%s: %s, %s in all: kernels %s, copies to the device %s, copies from it %s, the rest %s", device, diag.Count(r.Runs, "run"), Rounded(r.Whole), Rounded(kernels), Rounded(r.In.Took), Rounded(r.Out.Took),
		Rounded(max(0, r.Whole-kernels-r.In.Took-r.Out.Took)))
	if copies > 0 {
		say("copies in its memory: %.1f GB/s, read and written", copies/1e9)
	}
	for _, k := range r.Kernels {
		at := ""
		if k.At.IsValid() {
			line, _ := k.At.Position()
			at = fmt.Sprintf(" (line %d)", line)
		}
		speed := float64(8*k.Words) / max(k.Took.Seconds(), 1e-9)
		share := ""
		if copies > 0 {
			share = fmt.Sprintf(", %.0f %% of copies", 100*speed/copies)
		}
		say("kernel %s%s: %s, %s, %s, %.1f MB read and written, %.1f GB/s%s", k.Name, at, diag.Plural(k.Launches, "launch", "launches"), diag.Count(int(k.Threads), "thread"), Rounded(k.Took), float64(8*k.Words)/1e6, speed/1e9, share)
	}
	moved := func(what string, m offload.Moved) {
		if m.Copies > 0 {
			say("%s: %s, %.1f MB, %.1f GB/s", what, diag.Plural(m.Copies, "copy", "copies"), float64(8*m.Words)/1e6, float64(8*m.Words)/max(m.Took.Seconds(), 1e-9)/1e9)
		}
	}
	moved("to the device", r.In)
	moved("from the device", r.Out)
	return lines
}

// Rounded is a time with three digits.
func Rounded(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
