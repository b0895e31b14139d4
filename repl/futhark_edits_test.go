package repl

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// private returns the edit that gives each thread two private numbers when it updates the accumulator of grad_gather.
// They lie at the given offset and stride.
func private(offset, stride string) []string {
	return []string{
		"      let {map_adjs_5753 :", `      let {nt_99991 : i64} =
        mul_nw64(segmap_group_size_5750, num_groups_5751)
      let {bytes_99992 : i64} =
        mul_nw64(16i64, nt_99991)
      let {col_99993 : mem@device} =
        alloc(bytes_99992, @device)
      let {map_adjs_5753 :`,
		"          let {hist_dest_upd_elem_5776 : f64} =\n            hist_dest_upd_5773[gtid_5775]", `          let {c_99994 : f64} =
            hist_dest_upd_5773[gtid_5775]
          let {t_99995 : [2i64]f64 @ col_99993 ->
                         {base: [2i64];
                          LMAD: {offset: ` + offset + `;
                                 strides: [` + stride + `];
                                 shape: [2i64]}}} =
            replicate([2i64], c_99994)
          let {hist_dest_upd_elem_5776 : f64} =
            t_99995[1i64]`,
	}
}

// TestFutharkEdits checks edits of dumps of the corpus that Futhark's checker accepts. Each is refuted against the
// original, or is valid.
func TestFutharkEdits(t *testing.T) {
	dir := corpus.Unpack(t)
	for _, c := range []struct {
		dump  string
		edits []string // old and new text, alternating
		want  string   // "": valid
	}{
		// The destination of a scatter in a block that each thread reads.
		{"keep_some.final.fut_gpu_mem", []string{"@ mem_5467", "@ mem_5461"}, "kernel `partition_res_5440` are not independent: read/write race"},
		{"keep_some.final.fut_gpu_mem", []string{"@ mem_5467", "@ mem_5464"}, "kernel `partition_res_5440` are not independent: read/write race"},
		// The result of a segred goes into the block that it reads, which has room for it.
		{"row_scans.final.fut_gpu_mem", []string{
			"  let {mem_5446 : mem@device} =\n    alloc(bytes_5445, @device)\n", "",
			"  let {mem_5442 : mem@device} =\n    alloc(bytes_5437,", "  let {b_99991 : i64} =\n    add_nw64(bytes_5437, bytes_5445)\n  let {mem_5442 : mem@device} =\n    alloc(b_99991,",
			"mem_5446", "mem_5442",
		}, "kernel `defunc_0_map_res_5424` are not independent: read/write race"},
		// Fewer registers than the array in them has elements.
		{"small_private.final.fut_gpu_mem", []string{"@[4i64]i64", "@[2i64]i64"}, "outside block `mem_5349` of size 2 (16 bytes)"},
		// Private memory of each thread: the same for all, overlapping that of the next thread, as it should be, and by
		// an index for which there may be no memory.
		{"grad_gather.final.fut_gpu_mem", private("0i64", "1i64"), "kernel `map_adjs_5753` are not independent: write/write race"},
		{"grad_gather.final.fut_gpu_mem", private("phys_tid_5774", "1i64"), "kernel `map_adjs_5753` are not independent: write/write race"},
		{"grad_gather.final.fut_gpu_mem", private("phys_tid_5774", "nt_99991"), ""},
		{"grad_gather.final.fut_gpu_mem", private("gtid_5775", "nt_99991"), "lies outside block `col_99993`"},
		// A neutral element of a seghist that is not neutral.
		{"hist_parity.final.fut_gpu_mem", []string{"{0i64},", "{5i64},"}, "AFTER computes something else"},
		// The sequential version of an operation: an operator, where its rows lie, their block, and a result.
		{"row_scans.final.fut_mc_mem", []string{"smin64(x_5357, redout_5396)", "smax64(x_5357, redout_5396)"}, "--set sequential=1:\ninvalid: `main`: AFTER computes something else"},
		{"row_scans.final.fut_mc_mem", []string{"mul_nw64 (gtid_5366) (m_5266)", "mul_nw64 (gtid_5366) (n_5265)"}, "--set sequential=1:\ninvalid: `main`"},
		{"row_scans.final.fut_mc_mem", []string{
			"result_5393 : [m_5266]i64 @ mem_5426", "result_5393 : [m_5266]i64 @ mem_5422",
			"res_5361 : [m_5266]i64 @ mem_5426", "res_5361 : [m_5266]i64 @ mem_5422",
			"scanout_5395 : *[m_5266]i64 @ mem_5426", "scanout_5395 : *[m_5266]i64 @ mem_5422",
			"lw_dest_5398 : [m_5266]i64 @ mem_5426", "lw_dest_5398 : [m_5266]i64 @ mem_5422",
		}, "--set sequential=1:\ninvalid: `main`: AFTER is stuck"},
		{"row_scans.final.fut_mc_mem", []string{"returns defunc_0_f_res_5362", "returns 7i64"}, "--set sequential=1:\ninvalid: `main`: AFTER computes something else"},
		// The sequential version of an operation inside the parallel version of another one.
		{"matmul_f64.final.fut_mc_mem", []string{"fmul64(eta_p_5657, eta_p_5658)", "fadd64(eta_p_5657, eta_p_5658)"}, "--set sequential_defunc_0_map_res_5637=1:\ninvalid: `main`"},
		// Launches with fewer threads, or groups, than there are points.
		{"fold_scan.final.fut_gpu_mem", []string{"sdiv_up64(n_5428, segmap_group_size_5767)", "squot64(n_5428, segmap_group_size_5767)"}, "the launch has fewer threads than its space has points: 0 × 256 = 0, and the space has size 1"},
		{"outer_sum.final.fut_gpu_mem", []string{"sdiv_up64(nest_size_5349, segmap_group_size_5350)", "sdiv_up64(n_5212, segmap_group_size_5350)"}, "fewer threads than its space has points: 1 × 256 = 256, and the space has size"},
		{"keep_some.final.fut_gpu_mem", []string{"segmap(thread; virtualise; groups=num_groups_5455", "segmap(thread; ; groups=num_groups_5455"}, "fewer threads than its space has points: 2 × 2 = 4, and the space"},
		{"outer_sum.final.fut_gpu_mem", []string{"groups=segmap_usable_groups_5351; groupsize=segmap_group_size_5350", "groups=segmap_usable_groups_5351; groupsize=1i64"}, "fewer threads than its space has points: 1 × 1 = 1, and the space"},
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
		o := &cli.Options{Settings: session.Defaults(), Tests: 50, Seed: 1}
		var out, errs bytes.Buffer
		err = cli.Validate(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{filepath.Join(dir, c.dump), path})
		if (err == nil) != (c.want == "") || edited == string(text) || !strings.Contains(out.String()+errs.String(), c.want) {
			t.Errorf("%s with %q: %v\n%s%s", c.dump, c.edits, err, out.String(), errs.String())
		}
	}
}
