package tofunmem

import (
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

var (
	widths     = regexp.MustCompile(`(?m)^ +[a-z_]+(8|16|32|64)[( ]`)
	statements = regexp.MustCompile(`(?m)^ *let (?s:.*?)(^ *let |^ *in )`)
	quoted     = regexp.MustCompile("`[^`]*`|[0-9]+")
)

// mistyped are the ways to change a dump that its types should show: each returns a dump with one change, or the same
// dump.
var mistyped = map[string]func(r *rand.Rand, text string) string{
	"another type": func(r *rand.Rand, text string) string {
		all := wholeType.FindAllStringIndex(text, -1)
		a := all[r.Intn(len(all))]
		words := []string{"i8", "i32", "i64", "f32", "f64", "bool", "unit", "mem"}
		return text[:a[0]] + words[r.Intn(len(words))] + text[a[1]:]
	},
	"another width": func(r *rand.Rand, text string) string {
		all := widths.FindAllStringSubmatchIndex(text, -1)
		if len(all) == 0 {
			return text
		}
		a := all[r.Intn(len(all))]
		return text[:a[2]] + []string{"8", "16", "32", "64"}[r.Intn(4)] + text[a[3]:]
	},
	"another name in a statement": func(r *rand.Rand, text string) string {
		stms := statements.FindAllStringIndex(text, -1)
		if len(stms) == 0 {
			return text
		}
		at := stms[r.Intn(len(stms))]
		names := wholeName.FindAllStringIndex(text[at[0]:at[1]], -1)
		if len(names) < 2 {
			return text
		}
		a, b := names[r.Intn(len(names))], names[r.Intn(len(names))]
		if a[0] > b[0] {
			a, b = b, a
		}
		if a[1] > b[0] {
			return text
		}
		s := text[at[0]:at[1]]
		return text[:at[0]] + s[:a[0]] + s[b[0]:b[1]] + s[a[1]:b[0]] + s[a[0]:a[1]] + s[b[1]:] + text[at[1]:]
	},
	"another extent": func(r *rand.Rand, text string) string {
		all := wholeDims.FindAllStringIndex(text, -1)
		if len(all) < 2 {
			return text
		}
		a, b := all[r.Intn(len(all))], all[r.Intn(len(all))]
		return text[:a[0]] + text[b[0]:b[1]] + text[a[1]:]
	},
	"another constant": func(r *rand.Rand, text string) string {
		all := wholeConst.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return text
		}
		a := all[r.Intn(len(all))]
		return text[:a[0]] + strconv.Itoa(r.Intn(7)-2) + []string{"i64", "i32"}[r.Intn(2)] + text[a[1]:]
	},
}

// stage returns the name of the stage that refuses a dump, or "", and the error.
func stage(text string) (name string, err error) {
	p, err := futhark.Parse(diag.NewSource("mutant", text))
	if err != nil {
		return "reader", err
	}
	if err := futhark.Resolve(p); err != nil {
		return "names", err
	}
	if err := futhark.Check(p); err != nil {
		return "types", err
	}
	u, err := Translate(p, nil)
	if err != nil {
		return "translation", err
	}
	if _, err = elab.NewSession(nil).Program(u.Program); err != nil {
		return "our types", err
	}
	return "", nil
}

// TestMistyped: takes dumps with a change that types should show. Those that Check accepts are translated, and our own
// types accept them. Those with another type or width are never accepted.
func TestMistyped(t *testing.T) {
	var texts []string
	fs.WalkDir(corpus.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_mem") && !strings.Contains(path, "mutants") {
			if text, _ := fs.ReadFile(corpus.FS(), path); len(text) < 30000 {
				texts = append(texts, string(text))
			}
		}
		return err
	})
	rounds := 100
	if s := os.Getenv("MUTANTS"); s != "" {
		rounds, _ = strconv.Atoi(s)
	}
	for way, change := range mistyped {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewSource(int64(len(way))))
			count, seen := map[string]int{}, map[string]bool{}
			for range rounds {
				text := texts[r.Intn(len(texts))]
				mutant := change(r, text)
				if mutant == text {
					count["the same"]++
					continue
				}
				name, err := stage(mutant)
				count[name]++
				if name == "translation" && strings.HasSuffix(diag.Of(err)[0].Msg, "is not known") || name != "translation" && name != "our types" {
					continue // what we do not support is not for the types to show
				}
				key := name + quoted.ReplaceAllString(strings.SplitN(err.Error(), "\n", 2)[0], "")
				if !seen[key] {
					seen[key] = true
					t.Errorf("%s: %v\n%s", name, err, difference(text, mutant))
				}
			}
			t.Log(count)
			if (way == "another type" || way == "another width") && count[""] > 0 {
				t.Errorf("%d of them are accepted", count[""])
			}
		})
	}
}

// difference returns the first line that differs.
func difference(a, b string) string {
	was, is := strings.Split(a, "\n"), strings.Split(b, "\n")
	for k := range min(len(was), len(is)) {
		if was[k] != is[k] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", k+1, was[k], is[k])
		}
	}
	return ""
}
