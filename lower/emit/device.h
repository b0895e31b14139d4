/* Each product is tested, since that costs a device little, unless the device is a processor. */
#ifndef FM_EXACT
#define FM_EXACT 1
#endif
/* How many iterations a thread runs, and the one after its last. Threads of a processor run many, as a loop. */
#ifdef FM_MANY
#define FM_EACH fm_each
#define FM_TO fm_min(fm_at + fm_each, fm_total)
#define FM_FIRST(x) fm_max(x, 0)
#define FM_LAST(first, last) (last)
#else
#define FM_EACH 1
#define FM_TO fm_at + 1
#define FM_FIRST(x) (x)
#define FM_LAST(first, last) ((first) + 1)
#endif
/* The ints of a launch that decide which words its threads use, and how many iterations it has: none is negative and all fit 31
   bits, or else the text is compiled without FM_NARROW. Divisions and products of such ints are far shorter. */
#ifdef FM_NARROW
#define FM_SMALL(x) ((i64)(uint32_t)(x))
#define FM_OVER(x, y) ((i64)((uint32_t)(x) / (uint32_t)(y)))
#else
#define FM_SMALL(x) (x)
#define FM_OVER(x, y) ((x) / (y))
#endif
#define FM_HOT

/* What ints of a device do that do not fit is undefined; naturals wrap. */
#define FM_ADD(x, y) ((i64)((u64)(x) + (u64)(y)))
#define FM_SUB(x, y) ((i64)((u64)(x) - (u64)(y)))
#define FM_MUL(x, y) ((i64)((u64)(x) * (u64)(y)))
#define FM_NEG(x) ((i64)(0 - (u64)(x)))
