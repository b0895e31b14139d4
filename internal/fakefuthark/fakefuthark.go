// Package fakefuthark plays Futhark's compiler in tests: it answers with dumps that lie in a folder. It is none: it reads nothing
// of a program but the comments that say what it is to answer.
package fakefuthark

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Folder is the variable with the folder of the answers. PROGRAM.OPTIONS has what `futhark dev OPTIONS PROGRAM.fut` prints, with the
// options one after the other, as in sum.--seq-a--cse. Where a pass changes nothing there is no file. The file version has what
// the compiler says of itself, and calls gets a line for each call.
const Folder = "FAKE_FUTHARK"

// options are those of `futhark dev` that are known here, as src/Futhark/CLI/Dev.hs has them.
var options = strings.Fields("-a -e -s --cse --seq --gpu --mc --seq-mem --gpu-mem --mc-mem --metrics --lift-allocations --lift-allocations-gpu " +
	"--short-circuit --short-circuit-gpu --short-circuit-mc --lower-allocations --lower-allocations-gpu --double-buffer-gpu --double-buffer-mc " +
	"--memory-block-merging --expand-allocations")

// Main is the compiler.
func Main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	dir := os.Getenv(Folder)
	if calls, err := os.OpenFile(filepath.Join(dir, "calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
		fmt.Fprintln(calls, strings.Join(args, " "))
		calls.Close()
	}
	if slices.Equal(args, []string{"--version"}) {
		version, err := os.ReadFile(filepath.Join(dir, "version"))
		if err != nil {
			return fails(3, "no version")
		}
		os.Stdout.Write(version)
		return 0
	}
	if len(args) < 2 || args[0] != "check" && args[0] != "dev" {
		return fails(1, "usage: futhark check PROGRAM, or futhark dev OPTIONS PROGRAM")
	}
	file := args[len(args)-1]
	text, err := os.ReadFile(file)
	if err != nil {
		return fails(2, err.Error())
	}
	for line := range strings.Lines(string(text)) {
		if message, ok := strings.CutPrefix(line, "-- fake warning: "); ok {
			fmt.Fprintf(os.Stderr, "Warning at %s:2:3-4:\n  %s", file, message)
		}
		if message, ok := strings.CutPrefix(line, "-- fake error: "); ok {
			return fails(2, fmt.Sprintf("Error at %s:3:5-9:\n%s\nIf you find this error message confusing, say so.", file, strings.TrimSpace(message)))
		}
		if strings.HasPrefix(line, "-- fake forever") {
			time.Sleep(time.Hour)
		}
		if strings.HasPrefix(line, "-- fake bug") {
			return fails(1, "Internal compiler error.")
		}
	}
	if args[0] == "check" {
		return 0
	}
	words := args[1 : len(args)-1]
	for _, w := range words {
		if !slices.Contains(options, w) {
			return fails(1, "unrecognized option `"+w+"'")
		}
	}
	name := strings.TrimSuffix(filepath.Base(file), ".fut")
	for n := len(words); n > 0; n-- {
		answer, err := os.ReadFile(filepath.Join(dir, name+"."+strings.Join(words[:n], "")))
		if err == nil {
			os.Stdout.Write(answer)
			return 0
		}
	}
	return fails(2, "Cannot make "+strings.Join(words, " ")+".")
}

// fails says what is wrong, and returns the status.
func fails(status int, message string) int {
	fmt.Fprintln(os.Stderr, message)
	return status
}
