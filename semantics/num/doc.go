// Package num is the arithmetic of the reference semantics: Num, a scalar, which
// is a mathematical integer held in 64 bits as long as it fits, or a Real; Reals,
// the arithmetic of reals, which are doubles or decimals of a number of digits;
// and Vec, flat storage of scalars that widens where a value needs it. No integer
// is ever wrapped or rounded.
package num
