// Package tutor has the lessons of `:tutor`: their text format (docs/lessons.md), what their questions ask and how the
// semantics answers it, how a student goes through one, and how one is verified and made a page.
package tutor
