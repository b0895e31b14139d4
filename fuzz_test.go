package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// FuzzCommand runs any command line on a file of any bytes: a program of Fun, FUNMEM or IMP, a dump of Futhark's, or
// the data of an input. The run must end with one of the exit statuses, and must not report a bug of ours. FILE in the
// line stands for the file; the first word of the line is the ending of its name.
func FuzzCommand(f *testing.F) {
	for _, s := range commandSeeds {
		f.Add(s.line, []byte(s.file))
	}
	for ending, pattern := range map[string]string{"fun": "examples/right/*.fun", "fut_gpu_mem": "repl/testdata/futhark/*.fut_gpu_mem", "fut_seq_mem": "repl/testdata/futhark/*.fut_seq_mem"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(err, pattern)
		}
		for k, file := range files[:min(len(files), 12)] {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			if len(text) < 5000 {
				f.Add(ending+" "+[]string{"check FILE", "run FILE --engine imp", "lower FILE --passes cpu --check", "validate FILE FILE --tests 3"}[k%4], text)
			}
		}
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, line string, file []byte) {
		words := strings.Fields(line)
		if len(words) < 2 || len(file) > 1<<14 || strings.ContainsAny(line, "/\\~") || strings.Contains(line, "..") {
			return // what it writes stays here
		}
		t.Chdir(dir)
		path := "file." + strings.Trim(words[0], ".-")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			return // not a file name
		}
		defer os.Remove(path)
		args := strings.Fields(strings.ReplaceAll(strings.Join(words[1:], " "), "FILE", path))
		status, said := commandLine(args)
		if strings.Contains(said, "this is a bug in funmem") || status < 0 || status > 3 {
			t.Fatalf("%q\n%s\nends with status %d:\n%s", args, file, status, said)
		}
	})
}

var commandSeeds = []struct{ line, file string }{
	{"fun check FILE --json", "let x = iota 3\nx[4]"},
	{"fun run FILE -e f(3) --engine heap", "def f (n : int) = kernel i <= n do 10 / (i - 2)"},
	{"fun run FILE --in x=[[1,2],[3]] --precision 30 --limit 2", "transpose x"},
	{"fun lower FILE --to imp --def f --quiet", "def f [n] (x : [n]int) = reverse x"},
	{"fun lower FILE --passes inline:limit=50,hoist --check --json", "let x = map (\\a -> a + 1) (iota 5)\nx"},
	{"fun check FILE --explain m[1] --schedule random:3", "let (m : mem) = alloc 2\nlet (x : [2] @ m -> R(2)) = iota 2\nfree m\nin (m, x)"},
	{"fun fmt FILE --check", "let  x=1 -- one\nx"},
	{"fun test FILE", "-- > f(2)\n-- 4\ndef f (n : int) = n * n"},
	{"imp run FILE --in m=[1,2]", "input m : [2]int @ m -> R(2); var k : int; k <- m[0]; return k"},
	{"imp validate FILE FILE", "var m : mem; m <- alloc 3; kernel i <= 3 do m[i] <- i done; return x : [3]int @ m -> R(3)"},
	{"in run FILE -e x --in x=FILE", "[[1i32, 2i32], [3i32, 4i32]]"},
	{"npy run FILE -e x --in x=FILE --out y.npy", "\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }"},
	{"fut_seq_mem check FILE --in x=3 --set a=5 --as-futhark", "types {}\n"},
	{"fun help FILE", ""},
}

// commandLine runs a command line, which is stopped after a while, and returns its exit status and everything that it
// prints.
func commandLine(args []string) (status int, said string) {
	var out, errs bytes.Buffer
	st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	o := &cli.Options{Settings: session.Defaults(), Tests: 3, Seed: 1}
	o.Settings.Memory = 256 << 20
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	err := verdict.Recovered(func() error {
		cmd := find(args[0])
		if cmd == nil {
			return perform(st, o, append([]string{"help"}, args...))
		}
		rest, help, err := parse(*cmd, o, args[1:])
		if err == nil && !help {
			err = arguments(*cmd, rest)
		}
		if err != nil || help {
			return err
		}
		return cmd.body(ctx, st, o, rest)
	})
	return cli.Report(st, o, err), out.String() + errs.String()
}
