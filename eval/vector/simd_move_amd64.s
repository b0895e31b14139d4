//go:build !purego

#include "textflag.h"
#include "simd_amd64.h"

// func fill(d []int64, k int64) (n int)
TEXT ·fill(SB), NOSPLIT, $0-40
#define STEP(I) VMOVDQU Y15, AT(DI, I)
	MOVQ d_base+0(FP), DI
	MOVQ d_len+8(FP), CX
	ANDQ $-4, CX
	MOVQ CX, BX
	ANDQ $-16, BX
	XORQ AX, AX
	VPBROADCASTQ k+24(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+32(FP)
	RET

// k is the first four numbers, and step is four times that of a line.

// func line(d []int64, k *[4]int64, step int64) (n int)
TEXT ·line(SB), NOSPLIT, $0-48
#define STEP(I) VMOVDQU Y0, AT(DI, I); VPADDQ Y15, Y0, Y0
	MOVQ d_base+0(FP), DI
	MOVQ d_len+8(FP), CX
	ANDQ $-4, CX
	MOVQ CX, BX
	ANDQ $-16, BX
	XORQ AX, AX
	MOVQ k+24(FP), R8
	VMOVDQU 0(R8), Y0
	VPBROADCASTQ step+32(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+40(FP)
	RET

// A place is (x - 1) * step, for ints of 32 bits. x is out of bounds if x - 1 or m - x is negative, where m is the size.

// func places(d, x []int64, m, step int64) (n, bad int)
TEXT ·places(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPADDQ Y12, Y0, Y0; \
	VPOR Y0, Y14, Y14; \
	VPSUBQ Y0, Y13, Y1; \
	VPOR Y1, Y14, Y14; \
	VPMULDQ Y15, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ m+48(FP), Y13
	VPBROADCASTQ step+56(FP), Y15
	VPCMPEQQ Y12, Y12, Y12
	VPADDQ Y12, Y13, Y13
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+64(FP)
	MOVQ AX, bad+72(FP)
	RET

// func addPlaces(d, x []int64, m, step int64) (n, bad int)
TEXT ·addPlaces(SB), NOSPLIT, $0-80
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VPADDQ Y12, Y0, Y0; \
	VPOR Y0, Y14, Y14; \
	VPSUBQ Y0, Y13, Y1; \
	VPOR Y1, Y14, Y14; \
	VPMULDQ Y15, Y0, Y0; \
	VPADDQ AT(DI, I), Y0, Y0; \
	VMOVDQU Y0, AT(DI, I)
	BEGIN
	VPBROADCASTQ m+48(FP), Y13
	VPBROADCASTQ step+56(FP), Y15
	VPCMPEQQ Y12, Y12, Y12
	VPADDQ Y12, Y13, Y13
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	VMOVMSKPD Y14, AX
	VZEROUPPER
	MOVQ CX, n+64(FP)
	MOVQ AX, bad+72(FP)
	RET

// An element that is more than m or less than 1 becomes 1, and is bad if its mask is set.

// func within(d, at, mask []int64, m int64) (n, bad int)
TEXT ·within(SB), NOSPLIT, $0-96
#define STEP(I) \
	VMOVDQU AT(SI, I), Y0; \
	VMOVDQU AT(DX, I), Y2; \
	VPCMPGTQ Y15, Y0, Y1; \
	VPCMPGTQ Y0, Y12, Y3; \
	VPOR Y3, Y1, Y1; \
	VPAND Y1, Y2, Y3; \
	VPOR Y3, Y14, Y14; \
	VPANDN Y2, Y1, Y1; \
	VBLENDVPD Y1, Y0, Y12, Y0; \
	VMOVDQU Y0, AT(DI, I)
	MOVQ d_base+0(FP), DI
	MOVQ d_len+8(FP), CX
	MOVQ at_base+24(FP), SI
	MOVQ mask_base+48(FP), DX
	ANDQ $-4, CX
	MOVQ CX, BX
	ANDQ $-16, BX
	XORQ AX, AX
	VPBROADCASTQ m+72(FP), Y15
	CONSTANT(1, X12, Y12)
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+80(FP)
	MOVQ AX, bad+88(FP)
	RET

// What changes, or was written at start or before, is written now: its time becomes now.

// func record(d, times, x []int64, now, start int64) (n, changed int)
TEXT ·record(SB), NOSPLIT, $0-104
#define STEP(I) \
	VMOVDQU AT(DX, I), Y0; \
	VPCMPEQQ AT(DI, I), Y0, Y1; \
	VMOVDQU AT(SI, I), Y2; \
	VPCMPGTQ Y15, Y2, Y3; \
	VPAND Y3, Y1, Y1; \
	VPANDN Y12, Y1, Y3; \
	VPOR Y3, Y13, Y13; \
	VBLENDVPD Y1, Y2, Y14, Y2; \
	VMOVDQU Y0, AT(DI, I); \
	VMOVDQU Y2, AT(SI, I)
	MOVQ d_base+0(FP), DI
	MOVQ d_len+8(FP), CX
	MOVQ times_base+24(FP), SI
	MOVQ x_base+48(FP), DX
	ANDQ $-4, CX
	MOVQ CX, BX
	ANDQ $-16, BX
	XORQ AX, AX
	VPBROADCASTQ now+72(FP), Y14
	VPBROADCASTQ start+80(FP), Y15
	VPCMPEQQ Y12, Y12, Y12
	VPXOR Y13, Y13, Y13
	OVER(STEP)
#undef STEP
	BAD(Y13)
	VZEROUPPER
	MOVQ CX, n+88(FP)
	MOVQ AX, changed+96(FP)
	RET

// An access at base or later is bad unless it is by the iteration itself. first are the stamps of the first four, each
// twice, and step is four times that of a line.

// func mark(d []Access, first *[8]uint32, base, step uint32) (n, bad int)
TEXT ·mark(SB), NOSPLIT, $0-56
#define STEP(I) \
	VMOVDQU AT(DI, I), Y0; \
	VPMAXUD Y15, Y0, Y1; \
	VPCMPEQD Y0, Y1, Y1; \
	VPCMPEQD Y0, Y12, Y2; \
	VPANDN Y1, Y2, Y1; \
	VPOR Y1, Y14, Y14; \
	VPBLENDD $0x55, Y12, Y0, Y0; \
	VMOVDQU Y0, AT(DI, I); \
	VPADDD Y13, Y12, Y12
	MOVQ d_base+0(FP), DI
	MOVQ d_len+8(FP), CX
	ANDQ $-4, CX
	MOVQ CX, BX
	ANDQ $-16, BX
	XORQ AX, AX
	MOVQ first+24(FP), R8
	VMOVDQU 0(R8), Y12
	MOVL base+32(FP), R9
	MOVQ R9, X15
	VPBROADCASTD X15, Y15
	MOVL step+36(FP), R9
	MOVQ R9, X13
	VPBROADCASTD X13, Y13
	VPXOR Y14, Y14, Y14
	OVER(STEP)
#undef STEP
	BAD(Y14)
	VZEROUPPER
	MOVQ CX, n+40(FP)
	MOVQ AX, bad+48(FP)
	RET
