//go:build !purego

#include "textflag.h"
#include "simd_amd64.h"

// Comparisons make elements of 0 and 1. Without a number that is no number, one holds if the other does not; the f64s have
// predicates for both.

// func lessReals(d []int64, x, y []float64) (n int)
TEXT ·lessReals(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $1, AT(DX, I), Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func lessEqualReals(d []int64, x, y []float64) (n int)
TEXT ·lessEqualReals(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $2, AT(DX, I), Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func equalReals(d []int64, x, y []float64) (n int)
TEXT ·equalReals(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $0, AT(DX, I), Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func unequalReals(d []int64, x, y []float64) (n int)
TEXT ·unequalReals(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $4, AT(DX, I), Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func lessThanReal(d []int64, x []float64, k float64) (n int)
TEXT ·lessThanReal(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $1, Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func atMostReal(d []int64, x []float64, k float64) (n int)
TEXT ·atMostReal(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $2, Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func moreThanReal(d []int64, x []float64, k float64) (n int)
TEXT ·moreThanReal(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $14, Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func atLeastReal(d []int64, x []float64, k float64) (n int)
TEXT ·atLeastReal(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $13, Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func equalToReal(d []int64, x []float64, k float64) (n int)
TEXT ·equalToReal(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $0, Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func unequalToReal(d []int64, x []float64, k float64) (n int)
TEXT ·unequalToReal(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVUPD AT(SI, I), Y0; \
	VCMPPD $4, Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func lessInts(d, x, y []int64) (n int)
TEXT ·lessInts(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPCMPGTQ Y0, Y1, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func lessEqualInts(d, x, y []int64) (n int)
TEXT ·lessEqualInts(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPCMPGTQ Y1, Y0, Y0; \
	VPADDQ Y14, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	CONSTANT(1, X14, Y14)
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func equalInts(d, x, y []int64) (n int)
TEXT ·equalInts(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPCMPEQQ Y1, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func unequalInts(d, x, y []int64) (n int)
TEXT ·unequalInts(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VPCMPEQQ Y1, Y0, Y0; \
	VPADDQ Y14, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	CONSTANT(1, X14, Y14)
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func lessThanInt(d, x []int64, k int64) (n int)
TEXT ·lessThanInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPGTQ Y0, Y15, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func atMostInt(d, x []int64, k int64) (n int)
TEXT ·atMostInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPGTQ Y15, Y0, Y0; \
	VPADDQ Y14, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	CONSTANT(1, X14, Y14)
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func moreThanInt(d, x []int64, k int64) (n int)
TEXT ·moreThanInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPGTQ Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func atLeastInt(d, x []int64, k int64) (n int)
TEXT ·atLeastInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPGTQ Y0, Y15, Y0; \
	VPADDQ Y14, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	CONSTANT(1, X14, Y14)
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func equalToInt(d, x []int64, k int64) (n int)
TEXT ·equalToInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPEQQ Y15, Y0, Y0; \
	VPSRLQ $63, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func unequalToInt(d, x []int64, k int64) (n int)
TEXT ·unequalToInt(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPEQQ Y15, Y0, Y0; \
	VPADDQ Y14, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ k+48(FP), Y15
	CONSTANT(1, X14, Y14)
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// Masks have elements of 0 and -1. The sum of their elements counts those that are set.

// SUM is minus the sum of the lanes of Y13, in AX.
#define SUM \
	VEXTRACTI128 $1, Y13, X0; \
	VPADDQ X0, X13, X13; \
	VPSRLDQ $8, X13, X0; \
	VPADDQ X0, X13, X13; \
	MOVQ X13, AX; \
	NEGQ AX

// func mask(d, x []int64) (n, count int)
TEXT ·mask(SB), NOSPLIT, $0-64
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPEQQ Y14, Y0, Y0; \
	VPXOR Y15, Y0, Y0; \
	VPADDQ Y0, Y13, Y13; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPXOR Y13, Y13, Y13
	VPXOR Y14, Y14, Y14
	VPCMPEQQ Y15, Y15, Y15
	OVER(STEP)
#undef STEP
	SUM
	VZEROUPPER
	MOVQ CX, n+48(FP)
	MOVQ AX, count+56(FP)
	RET

// func maskAnd(d, x, y []int64) (n, count int)
TEXT ·maskAnd(SB), NOSPLIT, $0-88
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPCMPEQQ Y14, Y0, Y0; \
	VPANDN AT(DX, I), Y0, Y0; \
	VPADDQ Y0, Y13, Y13; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	VPXOR Y13, Y13, Y13
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	SUM
	VZEROUPPER
	MOVQ CX, n+72(FP)
	MOVQ AX, count+80(FP)
	RET

// func count(x []int64) (n, count int)
TEXT ·count(SB), NOSPLIT, $0-40
#define STEP(I) VPADDQ AT(SI, I), Y13, Y13
	MOVQ x_base+0(FP), SI
	MOVQ x_len+8(FP), CX
	ANDQ $-4, CX
	MOVQ CX, BX
	ANDQ $-16, BX
	XORQ AX, AX
	VPXOR Y13, Y13, Y13
	OVER(STEP)
#undef STEP
	SUM
	VZEROUPPER
	MOVQ CX, n+24(FP)
	MOVQ AX, count+32(FP)
	RET

// func without(d, x, y []int64) (n int)
TEXT ·without(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(DX, I), Y0; \
	VPANDN AT(SI, I), Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func blend(d, x, y, m []int64) (n int)
TEXT ·blend(SB), NOSPLIT, $0-104
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y1; \
	VMOVDQU AT(R8, I), Y2; \
	VBLENDVPD Y2, Y0, Y1, Y0; \
	VMOVDQU Y0, AT(DI, I)
	TWO
	MOVQ m_base+72(FP), R8
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+96(FP)
	RET

// func put(d, x, m []int64) (n int)
TEXT ·put(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DI, I), Y1; \
	VMOVDQU AT(R8, I), Y2; \
	VBLENDVPD Y2, Y0, Y1, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	MOVQ m_base+48(FP), R8
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET
