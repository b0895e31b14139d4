package free_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: the checks of the manager catch wrong versions of the pass, and of
// the analyses that it uses.
func TestPlantedMistakes(t *testing.T) {
	const here, live, alias = "free.go", "../../live/live.go", "../../alias/alias.go"
	testkit.Planted(t, [][4]string{
		{"freed before its last use", here, "frees[last] = append(frees[last],", "frees[max(k, last-1)] = append(frees[max(k, last-1)],"},
		{"results are freed", here, "\t\tf.escapes(m, b, result)\n\t\treturn", "\t\tlast--"},
		{"freed a second time", here, "case f.live.Freed()[o]:", "case false:"},
		{"liveness is off by one", live, "first, last = min(first, k), max(last, k)", "first, last = min(first, k), max(last, k-1)"},
		{"results are no use", live, "in.use(l, len(b.Stms), l.results(b))", "in.use(l, len(b.Stms), nil)"},
		{"mentions in inner bodies are no use", live, "\tused := free(s)\n", "\tused := map[int]bool{}\n\tif l, ok := s.(*syntax.Let); !ok || len(l.Pat) == 0 || l.Pat[0].Type.IsArray() {\n\t\tused = free(s)\n\t}\n"},
		{"calls give blocks of their own", "../../alias/summary.go", "\t\t\ta.same(p, e.Args[k])\n\t\t}\n\t\tfor _, k := range results[i].own", "\t\t\t_ = k\n\t\t}\n\t\tfor _, k := range results[i].own"},
		{"branches give blocks of their own", alias, "\t\ta.all(s.Pat, e.Then.Res)\n", ""},
		{"a loop carries nothing", alias, "\t\ta.same(pat[i], x.Use())", ""},
	}, "-vet=off", "-run", "Valid")
}
