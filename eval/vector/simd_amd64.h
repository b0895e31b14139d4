// Macros of the functions in simd_*_amd64.s. These work on the first len(d) &^ 3 elements, four at a time in the lanes of
// AVX2, and return how many that is. The other vectors are as long as d.

// BEGIN loads the vectors d and x, and how many elements there are to do: CX, and sixteen at a time BX. AX counts them.
#define BEGIN \
	MOVQ d_base+0(FP), DI; \
	MOVQ d_len+8(FP), CX; \
	MOVQ x_base+24(FP), SI; \
	ANDQ $-4, CX; \
	MOVQ CX, BX; \
	ANDQ $-16, BX; \
	XORQ AX, AX

#define TWO \
	BEGIN; \
	MOVQ y_base+48(FP), DX

// OVER does STEP for each group of four elements, of which the place in bytes is its argument and (AX * 8).
#define OVER(STEP) \
sixteen: \
	CMPQ AX, BX; \
	JGE four; \
	STEP(0); \
	STEP(32); \
	STEP(64); \
	STEP(96); \
	ADDQ $16, AX; \
	JMP sixteen; \
four: \
	CMPQ AX, CX; \
	JGE done; \
	STEP(0); \
	ADDQ $4, AX; \
	JMP four; \
done:

// AT is an operand: four elements of a vector.
#define AT(R, I) I(R)(AX*8)

// CONSTANT puts K into all lanes of Y, whose low half is X.
#define CONSTANT(K, X, Y) \
	MOVQ $K, R8; \
	MOVQ R8, X; \
	VPBROADCASTQ X, Y

// BAD is 1 if some bit of Y is set, and otherwise 0, in AX.
#define BAD(Y) \
	XORQ AX, AX; \
	VPTEST Y, Y; \
	SETNE AL
