package tofunmem

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// accepted reads, translates and checks a dump: any error is a diagnostic with a place in the dump.
func accepted(text string) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v", e)
			if os.Getenv("TRACE") != "" {
				panic(e)
			}
		}
	}()
	p, err := futhark.Parse(diag.NewSource("fuzz", text))
	var u *Unit
	if err == nil {
		u, err = Translate(p, nil)
	}
	if err == nil {
		_, err = elab.NewSession(nil).Program(u.Program)
		for _, e := range u.Entries {
			if err == nil {
				e.Call(func(name string) []int {
					for _, p := range e.Params {
						if p.Name == name && p.Rank > 0 {
							return make([]int, p.Rank)
						}
					}
					return nil
				})
			}
		}
	}
	if err == nil {
		return nil
	}
	list := diag.Of(err)
	if len(list) == 0 {
		return fmt.Errorf("no diagnostic: %v", err)
	}
	for _, d := range list {
		if !d.Span.IsValid() || d.Span.Src.Name != "fuzz" {
			return fmt.Errorf("no place in the dump: %v", d)
		}
	}
	return nil
}

// handmade returns the dumps of repl/testdata/futhark.
func handmade(t testing.TB) (texts []string) {
	paths, _ := filepath.Glob("../../repl/testdata/futhark/*_mem")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if len(texts) == 0 {
		t.Fatal("no dumps")
	}
	return texts
}

// FuzzTranslate takes any text as far as our types. There is no panic, and each error has a
// place.
func FuzzTranslate(f *testing.F) {
	for _, text := range handmade(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := accepted(text); err != nil {
			t.Fatal(err)
		}
	})
}

var (
	wholeName  = regexp.MustCompile(`[a-zA-Z]\w*_\d+\b`)
	wholeConst = regexp.MustCompile(`\b-?\d+i64\b`)
	wholeType  = regexp.MustCompile(`\b(i8|i32|i64|f32|f64|bool|unit|mem)\b`)
	wholeDims  = regexp.MustCompile(`\[[^\[\]\n]*\]`)
	wholeWord  = regexp.MustCompile(`[a-z_]+(8|16|32|64)?\(`)
)

// mutated changes a dump at a random place.
func mutated(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	swap := func(re *regexp.Regexp) string {
		all := re.FindAllStringIndex(text, -1)
		if len(all) < 2 {
			return text
		}
		a, b := all[r.Intn(len(all))], all[r.Intn(len(all))]
		return text[:a[0]] + text[b[0]:b[1]] + text[a[1]:]
	}
	switch r.Intn(9) {
	case 0: // one statement less
		k := r.Intn(len(lines))
		for k < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[k]), "let") {
			k++
		}
		if k == len(lines) {
			return text
		}
		n := k + 1
		for n < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[n]), "let") && !strings.HasPrefix(strings.TrimSpace(lines[n]), "in ") {
			n++
		}
		return strings.Join(append(append([]string{}, lines[:k]...), lines[n:]...), "")
	case 1, 2, 3:
		return swap(wholeName)
	case 4:
		all := wholeConst.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return text
		}
		a := all[r.Intn(len(all))]
		return text[:a[0]] + strconv.Itoa(r.Intn(7)-2) + "i64" + text[a[1]:]
	case 5:
		return swap(wholeType)
	case 6:
		return swap(wholeDims)
	case 7:
		return swap(wholeWord)
	}
	k, n := r.Intn(len(lines)), r.Intn(len(lines))
	lines[k], lines[n] = lines[n], lines[k]
	return strings.Join(lines, "")
}

// TestMutated takes dumps with one to three changes as far as our types.
func TestMutated(t *testing.T) {
	texts := handmade(t)
	fs.WalkDir(corpus.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_mem") && !strings.Contains(path, "mutants") && strings.Contains(path, os.Getenv("DUMP")) {
			if text, _ := fs.ReadFile(corpus.FS(), path); len(text) < 40000 {
				texts = append(texts, string(text))
			}
		}
		return err
	})
	seed, rounds, more := int64(1), 400, func() bool { return true }
	if s := os.Getenv("FUZZ_SECONDS"); s != "" {
		n, _ := strconv.Atoi(s)
		until := time.Now().Add(time.Duration(n) * time.Second)
		seed, rounds, more = time.Now().UnixNano(), 1<<30, func() bool { return time.Now().Before(until) }
	}
	r := rand.New(rand.NewSource(seed))
	seen := map[string]bool{}
	k := 0
	for ; k < rounds && more() && len(seen) < 40; k++ {
		text := texts[r.Intn(len(texts))]
		for n := 1 + r.Intn(3); n > 0; n-- {
			text = mutated(r, text)
		}
		err := accepted(text)
		if err == nil {
			continue
		}
		key := regexp.MustCompile("`[^`]*`|[0-9]+").ReplaceAllString(strings.SplitN(err.Error(), "\n", 2)[0], "")
		if seen[key] {
			continue
		}
		seen[key] = true
		path := filepath.Join(os.TempDir(), fmt.Sprintf("fuzz-%d.fut_gpu_mem", len(seen)))
		t.Error(errors.Join(err, os.WriteFile(path, []byte(text), 0o644)), path)
	}
	t.Logf("%d dumps", k)
}
