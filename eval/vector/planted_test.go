package vector_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedPlain: the tests catch mistakes in the loops in Go.
func TestPlantedPlain(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a sum that overflows", "ints.go", "		over |= (a ^ s) & (b ^ s)\n", "		over |= (a ^ s) & (a ^ s) & 1\n"},
		{"products are not looked at", "ints.go", "<= mostBits || products(x, y)", "<= mostBits || true || products(x, y)"},
		{"a quotient rounded toward zero", "ints.go", "if x%k < 0 {", "if false {"},
		{"the largest number of a comparison", "compare.go", "d[i] = truth(x[i] <= k)", "d[i] = truth(x[i] < k)"},
		{"blended the wrong way round", "compare.go", "d[i] = y[i] ^ (x[i]^y[i])&m[i]", "d[i] = x[i] ^ (x[i]^y[i])&m[i]"},
		{"indices that are not looked at", "move.go", "\t\tif uint64(k) >= uint64(n) {\n\t\t\tbad = true\n\t\t}\n\t\td[i] = k * step", "\t\td[i] = k * step"},
	}, "-tags", "purego", "-run", "Ints|Reals|Conditions|Places|Long|Quotients", ".")
}

// TestPlanted: the tests catch mistakes in the assembly, and in what is done around it.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a sum that overflows", "simd_ints_amd64.s", "	VPXOR Y1, Y2, Y4; \\\n	VPAND Y3, Y4, Y3; \\\n	VPOR Y3, Y14, Y14; \\\n	VMOVDQU Y2, AT(DI, I)\n	TWO\n", "	VPXOR Y2, Y2, Y4; \\\n	VPAND Y3, Y4, Y3; \\\n	VPOR Y3, Y14, Y14; \\\n	VMOVDQU Y2, AT(DI, I)\n	TWO\n"},
		{"a factor of more than 32 bits", "simd_ints_amd64.s", "	VPADDQ Y13, Y15, Y14\n", "	VPXOR Y14, Y14, Y14\n"},
		{"a quotient rounded to the nearest int", "simd_ints_amd64.s", "	VROUNDPD $9, Y1, Y1; \\\n	VMULPD", "	VROUNDPD $8, Y1, Y1; \\\n	VMULPD"},
		{"ints beyond 2^51", "ints.go", "if n, bad := modInt(d, x, k); bad == 0 {", "if n, _ := modInt(d, x, k); true {"},
		{"the smaller one is the larger one", "simd_ints_amd64.s", "	VBLENDVPD Y2, Y1, Y0, Y0; \\\n", "	VBLENDVPD Y2, Y0, Y1, Y0; \\\n"},
		{"no number is at least 0", "simd_compare_amd64.s", "	VCMPPD $13, Y15, Y0, Y0; \\\n", "	VCMPPD $5, Y15, Y0, Y0; \\\n"},
		{"a count without the upper lanes", "simd_compare_amd64.s", "	VPADDQ X0, X13, X13; \\\n	VPSRLDQ", "	VPSRLDQ"},
		{"the wrong branch", "simd_compare_amd64.s", "	VMOVDQU AT(R8, I), Y2; \\\n	VBLENDVPD Y2, Y0, Y1, Y0; \\\n	VMOVDQU Y0, AT(DI, I)\n	TWO\n", "	VMOVDQU AT(R8, I), Y2; \\\n	VBLENDVPD Y2, Y1, Y0, Y0; \\\n	VMOVDQU Y0, AT(DI, I)\n	TWO\n"},
		{"an index beyond the last one", "simd_move_amd64.s", "	VPSUBQ Y0, Y13, Y1; \\\n	VPOR Y1, Y14, Y14; \\\n	VPMULDQ Y15, Y0, Y0; \\\n	VMOVDQU", "	VPMULDQ Y15, Y0, Y0; \\\n	VMOVDQU"},
		{"a step of more than 32 bits", "move.go", "if simd && n < 1<<31 && step == int64(int32(step)) {\n		done, out := places(", "if simd && n < 1<<31 {\n		done, out := places("},
		{"an index that is too large where it is read", "simd_move_amd64.s", "	VPAND Y1, Y2, Y3; \\\n	VPOR Y3, Y14, Y14; \\\n	VPANDN", "	VPANDN"},
		{"an index where none is read", "simd_move_amd64.s", "	VPANDN Y2, Y1, Y1; \\\n	VBLENDVPD Y1, Y0, Y12, Y0; \\\n", "	VBLENDVPD Y1, Y12, Y0, Y0; \\\n"},
		{"a time that is too early", "simd_move_amd64.s", "	VPAND Y3, Y1, Y1; \\\n", ""},
		{"an access of the iteration itself", "simd_move_amd64.s", "	VPANDN Y1, Y2, Y1; \\\n", ""},
		{"a read is overwritten", "simd_move_amd64.s", "$0x55, Y12, Y0, Y0", "$0xff, Y12, Y0, Y0"},
		{"accesses of earlier kernels", "simd_move_amd64.s", "	VPMAXUD Y15, Y0, Y1; \\\n", "	VPMAXUD Y0, Y0, Y1; \\\n"},
		{"a product that is not rounded", "simd_reals_amd64.s", "VMULPD AT(SI, I), Y15, Y0; VADDPD AT(R8, I), Y0, Y0;", "VMOVUPD AT(R8, I), Y0; VFMADD231PD AT(SI, I), Y15, Y0;"},
		{"what is left over", "reals.go", "		n := addReals(d, x, y)\n		d, x, y = d[n:], x[n:], y[n:]\n", "		n := addReals(d, x, y)\n		d, x, y = d[len(d)&n:], x[len(x)&n:], y[len(y)&n:]\n		d, x, y = d[:0], x, y\n"},
	}, "-run", "Ints|Reals|Conditions|Places|Long|Quotients", ".")
}
