package repl

import (
	"strings"

	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// effort takes --prove or --no-prove from the start of an argument: how long a proof of validity may look.
func effort(command, arg string) (rest string, e validity.Effort, err error) {
	word, rest, _ := strings.Cut(arg, " ")
	switch {
	case word == "--prove":
		e = validity.Lifted
	case word == "--no-prove":
		e = validity.NoProof
	case strings.HasPrefix(word, "--"):
		return arg, e, diag.Usagef("`:%s` has no option %s", command, word).Helpf("it has --prove and --no-prove")
	default:
		return arg, e, nil
	}
	return strings.TrimSpace(rest), e, nil
}
