// Package shortcircuit is array short-circuiting (§6).
package shortcircuit
