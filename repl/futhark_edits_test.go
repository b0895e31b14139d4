package repl

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFutharkEdits: dumps of the corpus with an edit that Futhark's checker accepts are refuted against what they were.
func TestFutharkEdits(t *testing.T) {
	dir := unpacked(t)
	for _, c := range []struct {
		dump  string
		edits []string // what is replaced, and by what
		want  string
	}{
		// The destination of a scatter in a block that each thread reads.
		{"keep_some.final.fut_gpu_mem", []string{"@ mem_5467", "@ mem_5461"}, "kernel `partition_res_5440` are not independent: read/write race"},
		{"keep_some.final.fut_gpu_mem", []string{"@ mem_5467", "@ mem_5464"}, "kernel `partition_res_5440` are not independent: read/write race"},
		// The result of a segred in the block of what it reads, which has room for it.
		{"row_scans.final.fut_gpu_mem", []string{
			"  let {mem_5446 : mem@device} =\n    alloc(bytes_5445, @device)\n", "",
			"  let {mem_5442 : mem@device} =\n    alloc(bytes_5437,", "  let {b_99991 : i64} =\n    add_nw64(bytes_5437, bytes_5445)\n  let {mem_5442 : mem@device} =\n    alloc(b_99991,",
			"mem_5446", "mem_5442",
		}, "kernel `defunc_0_map_res_5424` are not independent: read/write race"},
		// Fewer registers than the array in them has elements.
		{"small_private.final.fut_gpu_mem", []string{"@[4i64]i64", "@[2i64]i64"}, "outside block `mem_5349` of size 2 (16 bytes)"},
		// A neutral element of a seghist that is none.
		{"hist_parity.final.fut_gpu_mem", []string{"{0i64},", "{5i64},"}, "AFTER computes something else"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, c.dump))
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.NewReplacer(c.edits...).Replace(string(text))
		path := filepath.Join(dir, "edited."+c.dump)
		if err := os.WriteFile(path, []byte(edited), 0o666); err != nil {
			t.Fatal(err)
		}
		o := &Options{Settings: Defaults(), Tests: 50, Seed: 1}
		var out, errs bytes.Buffer
		err = Validate(context.Background(), Streams{strings.NewReader(""), &out, &errs}, o, []string{filepath.Join(dir, c.dump), path})
		if err == nil || edited == string(text) || !strings.Contains(out.String()+errs.String(), c.want) {
			t.Errorf("%s with %q: %v\n%s%s", c.dump, c.edits, err, out.String(), errs.String())
		}
	}
}
