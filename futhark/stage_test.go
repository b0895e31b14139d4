package futhark

import (
	"math"
	"testing"
)

func TestStageOf(t *testing.T) {
	for path, want := range map[string]Stage{
		"a/twice.s00-alloc.fut_seq_mem":          {"twice", "fut_seq_mem", "s00-alloc", 0},
		"twice.g12-short-circuit.fut_gpu_mem":    {"twice", "fut_gpu_mem", "g12-short-circuit", 12},
		"two.parts.final.fut_mc_mem":             {"two.parts", "fut_mc_mem", "final", math.MaxInt},
		"twice.fut_seq_mem":                      {},
		"twice.s-alloc.fut_seq_mem":              {},
		".s00-alloc.fut_seq_mem":                 {},
		"twice.s00-alloc.fut_seq_mem/other.text": {},
	} {
		if got, ok := StageOf(path); got != want || ok != (want != Stage{}) {
			t.Errorf("%s: %+v, %t", path, got, ok)
		}
	}
}
