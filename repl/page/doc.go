// Package page writes a program and its evaluation as one self-contained page for a browser, in which the evaluation is stepped through. The steps
// are those of package step; the page only shows them.
package page
