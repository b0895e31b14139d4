// Package session is what lines and files have built up: names with their types and values, inputs, and the heap that
// lives on between lines.
//
// A program takes effect as a whole or not at all: the state before it is a snapshot, which errors restore and :undo
// goes back to. It is evaluated under the value semantics at once. Its FUNMEM form is made, and run on the heap, when
// something asks for the heap. Nothing here prints.
package session
