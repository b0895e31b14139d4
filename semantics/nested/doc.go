// Package nested makes core of nested core: programs of Fun in which the rows of an array may differ in size. An irregular array becomes
// its elements, one after the other, with descriptors of its rows; a kernel that gives such an array is lifted, so that what it does to
// each row is done to all elements at once. The rules, FUNMEM and the engines see what it makes, and know no irregular arrays.
package nested
