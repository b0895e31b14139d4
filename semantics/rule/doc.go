// Package rule is the one table of rule names: which judgement a rule belongs
// to, in which figure it stands, what it says. Messages, derivations, the
// documentation and the coverage test take the names from here.
package rule
