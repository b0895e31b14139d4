// Package svg draws pictures that stand by themselves: derivations, and what heaps are drawn with. A picture has a title and
// a description, and is as light or as dark as the reader's screen.
package svg
