//go:build !purego

#include "textflag.h"
#include "simd_amd64.h"

// Operators on f64s

// func addReals(d, x, y []float64) (n int)
TEXT ·addReals(SB), NOSPLIT, $0-80
#define STEP(I) VMOVUPD AT(SI, I), Y0; VADDPD AT(DX, I), Y0, Y0; VMOVUPD Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func subReals(d, x, y []float64) (n int)
TEXT ·subReals(SB), NOSPLIT, $0-80
#define STEP(I) VMOVUPD AT(SI, I), Y0; VSUBPD AT(DX, I), Y0, Y0; VMOVUPD Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func mulReals(d, x, y []float64) (n int)
TEXT ·mulReals(SB), NOSPLIT, $0-80
#define STEP(I) VMOVUPD AT(SI, I), Y0; VMULPD AT(DX, I), Y0, Y0; VMOVUPD Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func divReals(d, x, y []float64) (n int)
TEXT ·divReals(SB), NOSPLIT, $0-80
#define STEP(I) VMOVUPD AT(SI, I), Y0; VDIVPD AT(DX, I), Y0, Y0; VMOVUPD Y0, AT(DI, I)
	TWO
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+72(FP)
	RET

// func addReal(d, x []float64, k float64) (n int)
TEXT ·addReal(SB), NOSPLIT, $0-64
#define STEP(I) VADDPD AT(SI, I), Y15, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func subReal(d, x []float64, k float64) (n int)
TEXT ·subReal(SB), NOSPLIT, $0-64
#define STEP(I) VMOVUPD AT(SI, I), Y0; VSUBPD Y15, Y0, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func realSub(d, x []float64, k float64) (n int)
TEXT ·realSub(SB), NOSPLIT, $0-64
#define STEP(I) VSUBPD AT(SI, I), Y15, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func mulReal(d, x []float64, k float64) (n int)
TEXT ·mulReal(SB), NOSPLIT, $0-64
#define STEP(I) VMULPD AT(SI, I), Y15, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func divReal(d, x []float64, k float64) (n int)
TEXT ·divReal(SB), NOSPLIT, $0-64
#define STEP(I) VMOVUPD AT(SI, I), Y0; VDIVPD Y15, Y0, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// func realDiv(d, x []float64, k float64) (n int)
TEXT ·realDiv(SB), NOSPLIT, $0-64
#define STEP(I) VDIVPD AT(SI, I), Y15, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	VBROADCASTSD k+48(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+56(FP)
	RET

// The product is rounded before it is added.

// func addProduct(d, x, y, s []float64) (n int)
TEXT ·addProduct(SB), NOSPLIT, $0-104
#define STEP(I) VMOVUPD AT(SI, I), Y0; VMULPD AT(DX, I), Y0, Y0; VADDPD AT(R8, I), Y0, Y0; VMOVUPD Y0, AT(DI, I)
	TWO
	MOVQ s_base+72(FP), R8
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+96(FP)
	RET

// func addMultiple(d, x, s []float64, k float64) (n int)
TEXT ·addMultiple(SB), NOSPLIT, $0-88
#define STEP(I) VMULPD AT(SI, I), Y15, Y0; VADDPD AT(R8, I), Y0, Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	MOVQ s_base+48(FP), R8
	VBROADCASTSD k+72(FP), Y15
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+80(FP)
	RET

// func sqrts(d, x []float64) (n int)
TEXT ·sqrts(SB), NOSPLIT, $0-56
#define STEP(I) VSQRTPD AT(SI, I), Y0; VMOVUPD Y0, AT(DI, I)
	BEGIN
	OVER(STEP)
#undef STEP
	VZEROUPPER
	MOVQ CX, n+48(FP)
	RET
