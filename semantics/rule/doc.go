// Package rule is the one table of rule names: which judgement a rule belongs
// to, which figure it is in, and what it says. Messages, derivations, the
// documentation and the coverage test take the names from here.
package rule
