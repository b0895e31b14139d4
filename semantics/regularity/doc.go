// Package regularity finds out which nested arrays are regular (van den Haak, McDonell, Keller, de Wolff: Accelerating Nested Data
// Parallelism: Preserving Regularity, Euro-Par 2020, §4).
package regularity
