// Package num is the exact integer arithmetic of the reference semantics: Num,
// a mathematical integer held in 64 bits as long as it fits, and Vec, flat
// storage of integers that widens where a value needs it. No result is ever
// wrapped or rounded.
package num
