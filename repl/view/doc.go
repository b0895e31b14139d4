// Package view is how things look: values and tables, the board of :heap, traces, the life of a location, the help of
// passes and the page of their stages. It only writes what it is given, and changes nothing.
package view
