package tofunmem

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/diag"
)

// TestUnknown: a construct that the types of a dump allow but we do not support is an error
// that says so.
func TestUnknown(t *testing.T) {
	const around = `fun f_1 (xs_mem_2 : mem, n_3 : i64, xs_4 : [n_3]i64 @ xs_mem_2 -> {offset: 0i64; strides: [1i64]; shape: [n_3]},
  h_5 : [n_3][2i64]i64 @ xs_mem_2 -> {offset: 0i64; strides: [2i64, 1i64]; shape: [n_3, 2i64]}) : {} = {
%s
in {}
}`
	const (
		rows  = "[n_3]i64 @ xs_mem_2 -> {offset: 0i64; strides: [1i64]; shape: [n_3]}"
		pairs = "[n_3][2i64]i64 @ xs_mem_2 -> {offset: 0i64; strides: [2i64, 1i64]; shape: [n_3, 2i64]}"
		pair  = "[2i64]i64 @ xs_mem_2 -> {offset: 0i64; strides: [1i64]; shape: [2i64]}"
		tile  = "[4i64]i64 @ xs_mem_2 -> {offset: 0i64; strides: [1i64]; shape: [4i64]}"
		acc   = "acc(c_12, [n_3], {i64})"
		space = "(thread; ; groups=1i64; groupsize=1i64) (i_20 < n_3) (~p_21)"
	)
	for want, stm := range map[string]string{
		"an operator of `segred` that computes with `i_20`, of a thread, is not known":  "let {s_10 : i64} = segred" + space + ` ({0i64}, , \ {a_11 : i64, b_12 : i64} : {i64} -> let {c_13 : i64} = add64(i_20, b_12) in {c_13}) : {i64} {return {returns i_20}}`,
		"an operator of `segscan` that computes with `p_21`, of a thread, is not known": "let {s_10 : " + rows + "} = segscan" + space + ` ({0i64}, , \ {a_11 : i64, b_12 : i64} : {i64} -> {p_21}) : {i64} {return {returns i_20}}`,
		"an operator of `seghist` that computes with `i_20`, of a thread, is not known": "let {s_10 : " + rows + "} = seghist" + space + ` ([n_3], 1i64, {xs_4}, {0i64}, , \ {a_11 : i64, b_12 : i64} : {i64} -> {i_20}) : {i64, i64} {return {returns i_20, returns i_20}}`,
		"`segred` returns in a way that is not known":                                   "let {s_10 : i64, t_14 : " + rows + "} = segred" + space + ` ({0i64}, , \ {a_11 : i64, b_12 : i64} : {i64} -> {b_12}) : {i64, [n_3]i64} {return {returns i_20, xs_4 with ([0i64] = 1i64)}}`,
		"a thread that writes with a flat slice is not known":                           "let {s_10 : " + rows + "} = segmap" + space + " : {[n_3]i64} {let {v_11 : " + pair + "} = scratch(i64, 2i64) return {xs_4 with ([i_20; 2i64 : 1i64] = v_11)}}",
		"an extent or stride `k_12` that each thread chooses is not known":              "let {s_10 : " + pairs + "} = segmap" + space + " : {[n_3][2i64]i64} {let {v_11 : " + pair + "} = scratch(i64, 2i64) let {k_12 : i64} = add64(i_20, 0i64) return {h_5 with ([i_20, 0i64 :+ 2i64 * k_12] = v_11)}}",
		"a tile of threads that write to an accumulator is not known":                   "let {s_10 : " + rows + ", t_11 : " + rows + `} = with_acc({([n_3], {xs_4})}, \ {c_12 : unit, a_13 : ` + acc + "} : {" + acc + ", [n_3]i64} -> let {a_14 : " + acc + ", t_15 : " + rows + "} = segmap" + space + " : {" + acc + ", i64} {let {v_16 : " + tile + "} = scratch(i64, 4i64) return {returns a_13, tile(n_3 / 4i64) v_16}} in {a_14, t_15})",
		"`segred` with an accumulator is not known":                                     "let {s_10 : " + rows + `} = with_acc({([n_3], {xs_4})}, \ {c_12 : unit, a_13 : ` + acc + "} : {" + acc + "} -> let {t_15 : i64, a_14 : " + acc + "} = segred" + space + ` ({0i64}, , \ {x_16 : i64, y_17 : i64} : {i64} -> {y_17}) : {i64, ` + acc + "} {return {returns i_20, returns a_13}} in {a_14})",
		"an accumulator of certificates is not known":                                   "let {m_9 : mem} = alloc(0i64) let {u_8 : [n_3]unit @ m_9 -> {offset: 0i64; strides: [1i64]; shape: [n_3]}} = scratch(unit, n_3) let {s_10 : [n_3]unit @ m_9 -> {offset: 0i64; strides: [1i64]; shape: [n_3]}} = with_acc({([n_3], {u_8})}, \\ {c_12 : unit, a_13 : acc(c_12, [n_3], {unit})} : {acc(c_12, [n_3], {unit})} -> {a_13})",
		"a histogram of certificates is not known":                                      "let {m_9 : mem} = alloc(0i64) let {u_8 : [n_3]unit @ m_9 -> {offset: 0i64; strides: [1i64]; shape: [n_3]}} = scratch(unit, n_3) let {s_10 : [n_3]unit @ m_9 -> {offset: 0i64; strides: [1i64]; shape: [n_3]}} = seghist" + space + ` ([n_3], 1i64, {u_8}, {()}, , \ {a_11 : unit, b_12 : unit} : {unit} -> {a_11}) : {i64, unit} {return {returns i_20, returns ()}}`,
		"the operator `umax64` of an index function is not known":                       "let {s_10 : " + strings.Replace(rows, "offset: 0i64", "offset: umax64 (n_3) (n_3)", 1) + "} = scratch(i64, n_3)",
	} {
		name, err := stage(fmt.Sprintf(around, stm))
		if name != "translation" || !strings.Contains(err.Error(), want) || diag.Of(err)[0].Cause != diag.Unsupported {
			t.Errorf("wanted %s; %s: %v", want, name, err)
		}
	}
}
