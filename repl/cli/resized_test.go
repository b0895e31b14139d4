package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/repl/session"
)

// TestOtherSizes tries dumps that are wrong in one version of the code, or only with several groups. With the default
// sizes no small input reaches the mistake. Without -more it takes every third dump.
func TestOtherSizes(t *testing.T) {
	dir, rows := corpus.Unpack(t), []string{"a=[[3, 1], [2, 5], [1, 1]]"}
	for k, c := range []struct {
		name, dump, old, new, want string
		inputs                     []string
		sizes                      []string
	}{
		{"right", "rows_insertion", "", "", "also valid with --set group_size=2 --set num_groups=2, on 1 input\n1 valid; again: ", rows, nil},
		{"a block for one group", "rows_insertion", "mul_nw64(bytes_5736, num_threads_5768)", "mul_nw64(bytes_5736, segmap_group_size_5681)",
			"with --set group_size=2 --set num_groups=2:\ninvalid: `main`: AFTER is stuck where BEFORE is not\n", rows, nil},
		{"the same where each thread is several elements", "rows_insertion", "mul_nw64(bytes_5736, num_threads_5768)", "mul_nw64(bytes_5736, segmap_group_size_5681)",
			"lies outside block `color_5767` of size 2 (16 bytes)", []string{"a=[[3], [2], [1], [4], [5]]"}, nil},
		{"another block, where all parallelism is outside", "matmul_f64", "let {defunc_0_map_res_5638 : [n_5413][p_5415]f64 @ mem_6365 ->", "let {defunc_0_map_res_5638 : [n_5413][p_5415]f64 @ b_mem_6236 ->",
			"--set suff_outer_par_0=1:\ninvalid: `main`: AFTER overwrites what no star marks\n", []string{"a=[[1.0, 2.0]]", "b=[[3.0], [4.0]]"}, nil},
		{"a tile that is longer in one direction", "matmul_f64", "} else {-1i64}\n                        : {i64}\n                      return {merge_5822", "} else {0i64}\n                        : {i64}\n                      return {merge_5822",
			"--set suff_outer_par_1=1 --set Tk_5761=3:\ninvalid: `main`: AFTER computes something else", []string{"a=[[1.0, 2.0, 3.0, 4.0]]", "b=[[3.0], [4.0], [5.0], [6.0]]"},
			[]string{"suff_outer_par_0=32768", "default_threshold=32768", "Rx_5764=2", "Tx_5762=2", "segmap_group_size_5617=2", "segmap_num_groups_5619=2"}},
		{"a group for each column of tiles", "matmul_f64", "mul_nw64(gridDim_x_5785, gridDim_y_5786)", "add_nw64(gridDim_x_5785, 0i64)",
			"the launch has fewer groups than its space has points: 1, and the space has size 2", []string{"a=[[1.0], [1.0], [1.0], [1.0], [1.0]]", "b=[[1.0]]"}, nil},
		{"a thread for each row of a tile", "matmul_f64", "groups=grid_size_5787; groupsize=group_size_5788", "groups=grid_size_5787; groupsize=Ty_5766",
			"the group has fewer threads than its space has points: 2, and the space has size 4", []string{"a=[[1.0]]", "b=[[1.0]]"}, nil},
	} {
		if k%testkit.Sample(3, 1) != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			before := filepath.Join(dir, c.dump+".final.fut_gpu_mem")
			text, err := os.ReadFile(before)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), c.old); c.old != "" && n != 1 {
				t.Fatalf("%s is there %d times", c.old, n)
			}
			after := filepath.Join(t.TempDir(), "after.fut_gpu_mem")
			if err := os.WriteFile(after, []byte(strings.Replace(string(text), c.old, c.new, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			o := &Options{Settings: session.Defaults(), Tests: 20, Seed: 1, Inputs: c.inputs, Sizes: c.sizes}
			err = Validate(context.Background(), Streams{strings.NewReader(""), &out, io.Discard}, o, []string{before, after})
			if (err == nil) != (c.old == "") {
				t.Errorf("%v", err)
			}
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("wanted %s\nin %s", c.want, out.String())
			}
			if _, again, _ := strings.Cut(out.String(), "again: "); (c.old != "") != strings.Contains(again, "--set group_size=2 --set num_groups=2") {
				t.Errorf("again: %s", again)
			}
		})
	}
}

// TestRefutedUnderSizes checks that the refuting sizes are also in the JSON and on the page.
func TestRefutedUnderSizes(t *testing.T) {
	dir := corpus.Unpack(t)
	before := filepath.Join(dir, "row_scans.final.fut_mc_mem")
	text, err := os.ReadFile(before)
	if err != nil {
		t.Fatal(err)
	}
	after, page := filepath.Join(t.TempDir(), "after.fut_mc_mem"), filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(after, []byte(strings.Replace(string(text), "smin64(x_5357, redout_5396)", "smax64(x_5357, redout_5396)", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := &Options{Settings: session.Defaults(), Tests: 20, Seed: 1, JSON: true, HTML: page}
	if Validate(context.Background(), Streams{strings.NewReader(""), &out, io.Discard}, o, []string{before, after}) == nil {
		t.Error("not refuted")
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for text, in := range map[string]string{`"set":["sequential=1"]`: out.String(), `<h2 class="word invalid">with --set sequential=1: invalid: `: string(html)} {
		if !strings.Contains(in, text) {
			t.Errorf("no %s in %s", text, in)
		}
	}
}

// TestSettings checks that sizes given by --set stay, and that each threshold and each choice between two versions is
// tried alone. With each threshold one of several sizes of a class must differ.
func TestSettings(t *testing.T) {
	dir := corpus.Unpack(t)
	const two = "group_size=2 num_groups=2 tile_size=2 reg_tile_size=2"
	for _, c := range []struct {
		ending string
		sizes  []string
		want   []string
		odd    string
	}{
		{"gpu_mem", nil, []string{two, two + " suff_outer_par_0=1", two + " suff_outer_par_1=1", two + " default_threshold=1"},
			"Rx_5764=3 Ry_5765=3 Tk_5761=3 Tx_5762=3 Ty_5763=3 segmap_group_size_5617=3 segmap_num_groups_5619=3 segred_group_size_5680=3 segred_num_groups_5682=3"},
		{"gpu_mem", []string{"group_size=64", "tile_size=4", "suff_outer_par_0=8", "suff_outer_par_1=8", "default_threshold=3"}, []string{"num_groups=2 reg_tile_size=2"},
			"Rx_5764=3 Ry_5765=3 segmap_num_groups_5619=3 segred_num_groups_5682=3"},
		{"mc_mem", nil, []string{"sequential=1", "sequential_defunc_0_map_res_5611=1", "sequential_defunc_0_map_res_5637=1"}, ""},
		{"mc_mem", []string{"sequential_defunc_0_map_res_5611=0"}, []string{"sequential=1"}, ""},
		{"mc_mem", []string{"sequential=1"}, nil, ""},
	} {
		o := &Options{Settings: session.Defaults(), Sizes: c.sizes}
		if _, err := o.side(context.Background(), Streams{}, filepath.Join(dir, "matmul_f64.final.fut_"+c.ending)); err != nil {
			t.Fatal(err)
		}
		var got []string
		odd := map[string][]string{} // by the settings that the odd size is combined with
		for _, s := range o.otherSizes() {
			if set := strings.Join(s.set, " "); s.odd == "" {
				got = append(got, set)
			} else {
				odd[set] = append(odd[set], s.odd)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q\nwanted %q", got, c.want)
		}
		for _, set := range got {
			if has := strings.Join(odd[set], " "); has != c.odd {
				t.Errorf("%s\nbeside %s\nwanted %s", has, set, c.odd)
			}
		}
	}
}
