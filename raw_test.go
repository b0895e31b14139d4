package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"funmem/semantics/diag"
)

// wild is a text with everything that must not reach a terminal: control characters of both kinds,
// marks of direction, invisible characters, and bytes that are not text.
const wild = "q\x1b[31m\x1b]0;t\x07\r\b\t\x7f\u009b2J\u202e\u2066\u200b\u2028\xff\xc3q\U000e0041q"

// funmem runs a command line with a text as standard input, and returns what it wrote.
func funmem(t testing.TB, stdin string, args ...string) (out, errs []byte, status int) {
	t.Helper()
	dir := t.TempDir()
	files := [3]*os.File{}
	for k := range files {
		f, err := os.Create(filepath.Join(dir, fmt.Sprint(k)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[k] = f
	}
	files[0].WriteString(stdin)
	files[0].Seek(0, 0)
	status = run(files[0], files[1], files[2], args)
	out, err := os.ReadFile(files[1].Name())
	if err != nil {
		t.Fatal(err)
	}
	if errs, err = os.ReadFile(files[2].Name()); err != nil {
		t.Fatal(err)
	}
	return out, errs, status
}

// raw returns the part of an output that would garble a terminal, or "".
func raw(text []byte) string {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 || r != '\n' && diag.Garbles(r) {
			return fmt.Sprintf("%q", text[:n])
		}
		text = text[n:]
	}
	return ""
}

// TestNothingRaw feeds such text in by every way that there is, and looks at everything that comes
// out.
func TestNothingRaw(t *testing.T) {
	t.Setenv("FUNMEM_HISTORY", "")
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip("this system has no such names of files: ", err)
		}
	}
	header := func(text string) string {
		return "\x93NUMPY\x01\x00v\x00" + text + strings.Repeat(" ", max(0, 117-len(text))) + "\n" + strings.Repeat("x", 16)
	}
	dump := func(entry, param, message string) string {
		return "types {\n}\nentry(\"" + entry + "\", {" + param + ": i64}, {i64})\n  entry_main (x_1 : i64)\n  : {i64} = {\n  let {ok_2 : bool} =\n    sle64(5i64, x_1)\n" +
			"  let {cert_3 : unit} =\n    assert(ok_2, {\"" + message + "\", x_1 : i64}, \"" + message + "\")\n  let {y_4 : i64} =\n    #{cert_3}\n    add64(x_1, 1i64)\n  in {y_4}\n}\n"
	}
	odd := "odd" + strings.ReplaceAll(wild, "/", "") + ".fun"
	write(odd, "def f (n : int) = iota n\n1 +\n")
	lines := "two\nvalid on 500 inputs\n.fun"
	write(lines, "1 +\n")
	write("ok"+wild+".fun", "def f (n : int) = iota n\nf(3)\n")
	write("x.fun", "let y = map (\\a -> a) x\ny\n")
	write("token.fun", "let a = 1 "+wild+"\n")
	write("comment.fun", "-- "+wild+"\n-- > 1 + 1\n-- 3 "+wild+"\n1\n")
	write("import.fun", "import \""+strings.ReplaceAll(wild, "\r", "")+"\"\n1\n")
	write("import2.fun", "import \""+strings.ReplaceAll(odd, "\r", "")+"\"\n1\n")
	write("name.imp", "var m : mem;\nm <- alloc 3; "+wild+" <- 3\n")
	write("assert.fut_seq_mem", dump("main", "x", wild))
	write("param.fut_seq_mem", dump("main", "x"+wild, "x"))
	write("entry.fut_seq_mem", dump("main"+wild, "x", "x"))
	write("open.fut_seq_mem", wild)
	write("key.npy", header("{'"+wild+"': 1, 'descr': '<i8', 'fortran_order': False, 'shape': (2,)}"))
	write("descr.npy", header("{'descr': '"+wild+"', 'fortran_order': False, 'shape': (2,)}"))
	write("shape.npy", header("{'descr': '<i8', 'fortran_order': False, 'shape': ("+wild+",)}"))
	write("text.in", "[1, "+wild+"]")
	write("string.in", "\""+wild+"\"")
	for _, c := range []struct {
		line   []string
		stdin  string
		silent bool // only check that nothing is raw
	}{
		{line: []string{wild}}, {line: []string{"help", wild}}, {line: []string{"./" + wild + ".fun"}},
		{line: []string{"--" + wild}}, {line: []string{"run", "--" + wild}}, {line: []string{"run", "--" + wild + "=3", "x.fun"}},
		{line: []string{"run", "x.fun", wild}}, {line: []string{"validate", "x.fun", "y.fun", wild}},
		{line: []string{"run", wild + ".fun"}}, {line: []string{"run", odd}}, {line: []string{"run", lines}}, {line: []string{"check", odd}},
		{line: []string{"check", "x.fun", "--json", "--in", wild + "=3"}}, {line: []string{"run", "x.fun", "--in", "x=" + wild}},
		{line: []string{"run", "x.fun", "--in", "x=" + wild + ".npy"}}, {line: []string{"run", "x.fun", "--in", wild}},
		{line: []string{"run", "x.fun", "--in", "x=key.npy"}}, {line: []string{"run", "x.fun", "--in", "x=descr.npy"}}, {line: []string{"run", "x.fun", "--in", "x=shape.npy"}},
		{line: []string{"run", "x.fun", "--in", "x=text.in"}}, {line: []string{"run", "x.fun", "--in", "x=string.in"}, silent: true},
		{line: []string{"run", "x.fun", "--in", "x=-"}, stdin: wild}, {line: []string{"run", "-"}, stdin: "1 " + wild},
		{line: []string{"run", "x.fun", "-e", wild}}, {line: []string{"run", "token.fun"}}, {line: []string{"check", "token.fun"}},
		{line: []string{"lower", "token.fun", "--to", "mem"}}, {line: []string{"fmt", "token.fun"}}, {line: []string{"test", "token.fun"}},
		{line: []string{"validate", "token.fun", "token.fun"}}, {line: []string{"test", "comment.fun"}},
		{line: []string{"run", "import.fun"}}, {line: []string{"run", "import2.fun"}}, {line: []string{"run", "name.imp"}},
		{line: []string{"run", "assert.fut_seq_mem", "--in", "x=3"}}, {line: []string{"check", "assert.fut_seq_mem", "--in", "x=3"}}, {line: []string{"lower", "assert.fut_seq_mem", "--to", "mem"}, silent: true},
		{line: []string{"-c", ":load assert.fut_seq_mem", "-c", ":run x=3"}}, {line: []string{"run", "param.fut_seq_mem", "--in", "x=3"}}, {line: []string{"check", "entry.fut_seq_mem"}, silent: true}, {line: []string{"run", "entry.fut_seq_mem", "--entry", "no"}},
		{line: []string{"run", "open.fut_seq_mem"}},
		{line: []string{"fmt", "--check", odd}}, {line: []string{"test", "ok" + wild + ".fun"}, silent: true},
		{line: []string{"run", "x.fun", "--engine", wild}}, {line: []string{"run", "x.fun", "--schedule", wild}}, {line: []string{"run", "x.fun", "--memory", wild}},
		{line: []string{"run", "x.fun", "--precision", wild}}, {line: []string{"run", "x.fun", "--limit=" + wild}}, {line: []string{"run", "x.fun", "--entry", wild}},
		{line: []string{"run", "x.fun", "--set", wild}}, {line: []string{"run", "x.fun", "--strict=" + wild}},
		{line: []string{"run", "x.fun", "--in", "x=[1.0]", "--out", wild}}, {line: []string{"run", "x.fun", "--in", "x=[1.0]", "--out", "no/" + wild + ".npy"}},
		{line: []string{"run", "x.fun", "--in", "x=[1.0]", "--out", "out" + wild + ".npy"}, silent: true},
		{line: []string{"run", "x.fun", "--in", "x=[1.0]", "--out", "two\nvalid.npy"}, silent: true},
		{line: []string{"check", "x.fun", "--explain", wild}}, {line: []string{"validate", "x.fun", "x.fun", "--def", wild}},
		{line: []string{"validate", "x.fun", "x.fun", "--time", wild}}, {line: []string{"validate", "x.fun", "x.fun", "--tests", wild}}, {line: []string{"validate", "x.fun", "x.fun", "--seed", wild}},
		{line: []string{"lower", "x.fun", "--to", wild}}, {line: []string{"lower", "x.fun", "--passes", wild}},
		{line: []string{"lower", "ok" + wild + ".fun", "--passes", "simplify", "--html", "no/" + wild}}, {line: []string{"lower", "ok" + wild + ".fun", "--passes", "simplify", "--dump-each", "x.fun/" + wild}},
		{line: []string{"lower", "ok" + wild + ".fun", "--passes", "simplify", "--check"}, silent: true},
		{line: []string{"validate", "ok" + wild + ".fun", "ok" + wild + ".fun"}}, {line: []string{"validate", "ok" + wild + ".fun", "ok" + wild + ".fun", "--json"}, silent: true},
		{line: []string{"-c", wild}}, {line: []string{"-c", ":" + wild}}, {line: []string{"-c", ":load " + wild}}, {line: []string{"-c", ":load \"ok" + wild + ".fun\""}},
		{line: []string{"-c", ":set " + wild}}, {line: []string{"-c", ":set limit " + wild}}, {line: []string{"-c", ":help " + wild}}, {line: []string{"-c", ":browse " + wild}},
		{line: []string{"-c", ":input x=" + wild}}, {line: []string{"-c", ":input " + wild + "=3"}}, {line: []string{"-c", ":heap " + wild}}, {line: []string{"-c", ":life " + wild}},
		{line: []string{"-c", ":run " + wild}, silent: true}, {line: []string{"-c", ":pass " + wild}}, {line: []string{"-c", "def f (n : int) = iota n", "-c", ":pass f " + wild}}, {line: []string{"-c", ":why " + wild}, silent: true},
		{line: []string{"-c", ":overlap " + wild}}, {stdin: ":history " + wild}, {line: []string{"-c", ":engine " + wild}}, {line: []string{"-c", ":quit " + wild}},
		{stdin: "1 -- " + wild + "\n:history\n"}, {stdin: wild + "\n:history\n"}, {stdin: ":core " + wild + "\n"}, {stdin: ":type " + wild}, {stdin: "check 1 == 2, " + wild},
	} {
		commands := [][]string{c.line}
		if len(c.line) > 0 && !slices.Contains([]string{"fmt", "-c", "help"}, c.line[0]) && !strings.HasSuffix(c.line[0], wild) && !strings.HasSuffix(c.line[0], ".fun") && !slices.Contains(c.line, "--json") {
			commands = append(commands, append(c.line[:len(c.line):len(c.line)], "--json"))
		}
		for _, line := range commands {
			out, errs, _ := funmem(t, c.stdin, line...)
			if bad := raw(out); bad != "" {
				t.Errorf("%q, %q: standard output has %s: %q", line, c.stdin, bad, out)
			}
			if bad := raw(errs); bad != "" {
				t.Errorf("%q, %q: standard error has %s: %q", line, c.stdin, bad, errs)
			}
			all := slices.Concat(out, errs)
			if !c.silent && !bytes.ContainsAny(all, `\?`) {
				t.Errorf("%q, %q: nothing of the text is shown: %q", line, c.stdin, all)
			}
			if bytes.Contains(all, []byte("\nvalid on")) || bytes.Contains(all, []byte("\nvalid.npy")) {
				t.Errorf("%q: a line of the name passes for one of ours: %s", line, all)
			}
		}
	}
	out, errs, _ := funmem(t, "", "fmt", "comment.fun")
	if !strings.Contains(string(out), "-- "+wild[:20]) || len(errs) > 0 {
		t.Errorf("fmt changes a comment on its way into a file: %q, %s", out, errs)
	}
}

// FuzzNothingRaw checks that nothing raw comes out, whatever a file of any kind or a line holds.
func FuzzNothingRaw(f *testing.F) {
	for _, seed := range []string{wild, "1 + " + wild, "import \"" + wild + "\"", "def f (n : int) = iota n -- " + wild + "\nf(3)", ":load " + wild, ":browse " + wild, "[1, 2, " + wild + "]", "name_source {\n  1\n}\n" + wild} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 300 || bytes.Contains(text, []byte(":")) && bytes.ContainsAny(text, "/~") {
			return // files elsewhere are not under test
		}
		t.Setenv("FUNMEM_HISTORY", "")
		t.Chdir(t.TempDir())
		for _, name := range []string{"a.fun", "a.imp", "a.npy", "a.in", "a.fut_seq_mem", "a.fut_gpu_mem"} {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range [][]string{
			{"check", "a.fun", "--memory", "64M"}, {"check", "a.imp", "--memory", "64M"}, {"check", "a.fut_seq_mem", "--memory", "64M"}, {"lower", "a.fut_gpu_mem", "--to", "mem"},
			{"test", "a.fun", "--memory", "64M"}, {"run", "a.fun", "--in", "x=a.npy", "--memory", "64M"}, {"run", "a.fun", "--in", "x=a.in", "--memory", "64M"},
			{"run", "a.fun", "--in", "x=" + string(text)}, {"--memory", "64M"}, {"run", string(text)}, {"--" + string(text)},
		} {
			out, errs, _ := funmem(t, string(text), line...)
			if bad := raw(append(out, errs...)); bad != "" {
				t.Errorf("%q: %s in %q and %q", line, bad, out, errs)
			}
		}
	})
}
