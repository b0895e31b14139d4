package view

import (
	"context"
	"io"
	"slices"

	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
)

// HelpOn returns the help on a pass, a pipeline, a rule, a topic or a function of the rules, or "" if there is none of that name. For "passes" and "rules"
// it returns the table of them, with the command that tells more. The lines of its texts are no wider than w. The
// error is an engine.Interrupted.
func HelpOn(ctx context.Context, w io.Writer, name, command string) (string, error) {
	width := WidthOf(w)
	switch name {
	case "passes":
		return PassTable(width) + "`" + command + " PASS` says more of one.\n", nil
	case "rules":
		return RuleTable(width) + "`" + command + " RULE` says more of one, and shows an example.\n", nil
	case "definitions":
		return DefinitionSheet(width), nil
	case "grammars":
		return GrammarSheet(width), nil
	}
	if text := passHelp(name, width); text != "" {
		return text, nil
	}
	text, err := ruleHelp(ctx, w, name)
	if t := topicOn(name); text == "" && err == nil && t != nil {
		return t.page(), nil
	}
	if text == "" && err == nil {
		return definitionHelp(name, width), nil
	}
	return text, err
}

// HelpNames are the names that HelpOn knows.
func HelpNames() []string {
	return slices.Concat(pass.Names(), rule.Names(), []string{"passes", "rules", "definitions", "grammars"}, TopicNames(), rule.DefinitionNames())
}

// NearHelp is the one of these names and of the others that a misspelt name means, or "".
func NearHelp(name string, others []string) string {
	if near := diag.Nearest(name, slices.Concat(others, HelpNames())); near != "" {
		return near
	}
	return rule.Nearest(name)
}
