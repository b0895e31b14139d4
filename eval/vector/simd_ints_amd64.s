//go:build !purego

#include "textflag.h"
#include "simd_amd64.h"

// Operators on ints. bad is not 0 if a result may not fit 64 bits.

// A sum s of a and b does not fit if its sign differs from both of theirs: (a ^ s) & (b ^ s) is negative.

// func add(d, x, y []int64) (n, bad int)
TEXT ·add(SB), NOSPLIT, $0-88
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPADDQ Y1, Y0, Y2; \
	VPXOR Y0, Y2, Y3; \
	VPXOR Y1, Y2, Y4; \
	VPAND Y3, Y4, Y3; \
	VPOR Y3, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	TWO
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+72(FP)
	MOVQ AX, bad+80(FP)
	RET

// func addInt(d, x []int64, k int64) (n, bad int)
TEXT ·addInt(SB), NOSPLIT, $0-72
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPADDQ Y15, Y0, Y2; \
	VPXOR Y0, Y2, Y3; \
	VPXOR Y15, Y2, Y4; \
	VPAND Y3, Y4, Y3; \
	VPOR Y3, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+56(FP)
	MOVQ AX, bad+64(FP)
	RET

// A difference s of a and b does not fit if a and b have different signs, and a and s do.

// func sub(d, x, y []int64) (n, bad int)
TEXT ·sub(SB), NOSPLIT, $0-88
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPSUBQ Y1, Y0, Y2; \
	VPXOR Y0, Y1, Y3; \
	VPXOR Y0, Y2, Y4; \
	VPAND Y3, Y4, Y3; \
	VPOR Y3, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	TWO
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+72(FP)
	MOVQ AX, bad+80(FP)
	RET

// func subInt(d, x []int64, k int64) (n, bad int)
TEXT ·subInt(SB), NOSPLIT, $0-72
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPSUBQ Y15, Y0, Y2; \
	VPXOR Y0, Y15, Y3; \
	VPXOR Y0, Y2, Y4; \
	VPAND Y3, Y4, Y3; \
	VPOR Y3, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+56(FP)
	MOVQ AX, bad+64(FP)
	RET

// func intSub(d, x []int64, k int64) (n, bad int)
TEXT ·intSub(SB), NOSPLIT, $0-72
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPSUBQ Y0, Y15, Y2; \
	VPXOR Y0, Y15, Y3; \
	VPXOR Y15, Y2, Y4; \
	VPAND Y3, Y4, Y3; \
	VPOR Y3, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+56(FP)
	MOVQ AX, bad+64(FP)
	RET

// Products are those of the low 32 bits, with their signs. They are right if each factor a is at least -2^31 and below
// 2^31: if the high half of a + 2^31 is 0.

// func mul(d, x, y []int64) (n, bad int)
TEXT ·mul(SB), NOSPLIT, $0-88
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPMULDQ Y1, Y0, Y2; \
	VPADDQ Y13, Y0, Y3; \
	VPADDQ Y13, Y1, Y4; \
	VPOR Y3, Y14, Y14; \
	VPOR Y4, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	TWO
	VPXOR Y14, Y14, Y14
	CONSTANT(0x80000000, X13, Y13)
	OVER(STEP)
#undef STEP
	VPSRLQ $32, Y14, Y14
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+72(FP)
	MOVQ AX, bad+80(FP)
	RET

// func mulInt(d, x []int64, k int64) (n, bad int)
TEXT ·mulInt(SB), NOSPLIT, $0-72
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPMULDQ Y15, Y0, Y2; \
	VPADDQ Y13, Y0, Y3; \
	VPOR Y3, Y14, Y14; \
	VMOVDQU Y2, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	CONSTANT(0x80000000, X13, Y13)
	VPADDQ Y13, Y15, Y14
	OVER(STEP)
#undef STEP
	VPSRLQ $32, Y14, Y14
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+56(FP)
	MOVQ AX, bad+64(FP)
	RET

// Of two ints the smaller and the larger one.

// func mins(d, x, y []int64) (n int)
TEXT ·mins(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPCMPGTQ Y1, Y0, Y2; \
	VBLENDVPD Y2, Y1, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func maxs(d, x, y []int64) (n int)
TEXT ·maxs(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPCMPGTQ Y1, Y0, Y2; \
	VBLENDVPD Y2, Y0, Y1, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func minInt(d, x []int64, k int64) (n int)
TEXT ·minInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPGTQ Y15, Y0, Y2; \
	VBLENDVPD Y2, Y15, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func maxInt(d, x []int64, k int64) (n int)
TEXT ·maxInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPGTQ Y15, Y0, Y2; \
	VBLENDVPD Y2, Y0, Y15, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func ands(d, x, y []int64) (n int)
TEXT ·ands(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPAND AT(DX, I), Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func andInt(d, x []int64, k int64) (n int)
TEXT ·andInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPAND Y15, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// An int a becomes the f64 of the same value if -2^51 <= a < 2^51, that is if the high twelve bits of a + 2^51 are 0: the
// bits of a, added to those of 2^52 + 2^51, are the f64 2^52 + 2^51 + a.

// func toReals(d []float64, x []int64) (n, bad int)
TEXT ·toReals(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPADDQ Y12, Y0, Y2; \
	VPOR Y2, Y14, Y14; \
	VPADDQ Y13, Y0, Y0; \
	VSUBPD Y13, Y0, Y0; \
	VMOVUPD Y0, AT(DI, I)
	BEGIN
	CONSTANT(0x4338000000000000, X13, Y13)
	CONSTANT(0x8000000000000, X12, Y12)
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VPSRLQ $52, Y14, Y14
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+48(FP)
	MOVQ AX, bad+56(FP)
	RET

// The quotient of such ints and k, 0 < k < 2^51, is the f64 x / k, rounded down. It is exact: where x / k is no int, it is at
// least 1/k away from one, and rounding x / k to an f64 changes it by less than a quarter of that. The remainder is exact too.

// func modInt(d, x []int64, k int64) (n, bad int)
TEXT ·modInt(SB), NOSPLIT, $0-72
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPADDQ Y12, Y0, Y2; \
	VPOR Y2, Y14, Y14; \
	VPADDQ Y13, Y0, Y0; \
	VSUBPD Y13, Y0, Y0; \
	VDIVPD Y15, Y0, Y1; \
	VROUNDPD $9, Y1, Y1; \
	VMULPD Y15, Y1, Y2; \
	VSUBPD Y2, Y0, Y0; \
	VADDPD Y13, Y0, Y0; \
	VPSUBQ Y13, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	MOVQ k+48(FP), R8
	CVTSQ2SD R8, X15
	VBROADCASTSD X15, Y15
	CONSTANT(0x4338000000000000, X13, Y13)
	CONSTANT(0x8000000000000, X12, Y12)
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VPSRLQ $52, Y14, Y14
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+56(FP)
	MOVQ AX, bad+64(FP)
	RET

// func divInt(d, x []int64, k int64) (n, bad int)
TEXT ·divInt(SB), NOSPLIT, $0-72
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPADDQ Y12, Y0, Y2; \
	VPOR Y2, Y14, Y14; \
	VPADDQ Y13, Y0, Y0; \
	VSUBPD Y13, Y0, Y0; \
	VDIVPD Y15, Y0, Y1; \
	VROUNDPD $9, Y1, Y1; \
	VADDPD Y13, Y1, Y0; \
	VPSUBQ Y13, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	MOVQ k+48(FP), R8
	CVTSQ2SD R8, X15
	VBROADCASTSD X15, Y15
	CONSTANT(0x4338000000000000, X13, Y13)
	CONSTANT(0x8000000000000, X12, Y12)
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VPSRLQ $52, Y14, Y14
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+56(FP)
	MOVQ AX, bad+64(FP)
	RET
