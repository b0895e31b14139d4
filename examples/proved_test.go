package examples_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"funmem/eval/validity"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/semantics/syntax"
)

// TestWrongIsNotProved: of a program of wrong/ the statements or a function are not proved valid, unless its only mistake is that it is no form of
// the program before.
func TestWrongIsNotProved(t *testing.T) {
	for _, file := range glob(t, "wrong/*.fun") {
		p := sideOf(t, file)
		text := &validity.Text{Program: p.Core}
		proved := true
		for _, d := range append([]*syntax.Def{nil}, p.Core.Defs()...) {
			proved = proved && text.Valid(validity.Usual, d).Holds()
		}
		if proved != slices.Contains(onlyBeside, file) {
			t.Errorf("%s: proved is %t", file, proved)
		}
	}
}

// TestValidStatus: of each example the text of check, its object and the exit status say the same of validity.
func TestValidStatus(t *testing.T) {
	all := slices.Concat(glob(t, "wrong/*.fun"), glob(t, "right/*.fun"), glob(t, "before/*.fun"), glob(t, "*.fun"), glob(t, "figures/*.fun"), glob(t, "errata/*.fun"))
	said := map[string]int{}
	for k, file := range all {
		if k%testkit.Sample(6, 1) != 0 {
			continue
		}
		check := func(change func(*cli.Options)) ran { return perform(cli.Check, []string{file}, change) }
		text, object := check(nil), check(func(o *cli.Options) { o.JSON = true })
		if text.status == 2 { // it is no program
			continue
		}
		var v struct {
			OK          *bool  `json:"ok"`
			Valid       *bool  `json:"valid"`
			ValidStatus string `json:"validStatus"`
			Proof       *struct {
				Shown bool              `json:"shown"`
				Open  []json.RawMessage `json:"open"`
			} `json:"proof"`
		}
		if err := json.Unmarshal([]byte(object.out), &v); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, object.out)
		}
		line, _, _ := strings.Cut(text.out, "\n")
		want := ""
		switch {
		case strings.Contains(line, "valid: proved"):
			want = "proved"
		case strings.Contains(line, "valid: tested on"), strings.Contains(line, "valid: in this run"):
			want = "tested"
		case strings.Contains(line, "not valid"), strings.Contains(line, "stuck") && v.Valid != nil: // the value semantics is not stuck
			want = "refuted"
		}
		said[want]++
		switch {
		case v.ValidStatus != want, text.status != object.status:
			t.Errorf("%s: validStatus is %q, exit status %d; exit status %d of\n%s", file, v.ValidStatus, object.status, text.status, text.out)
		case (want == "") != (v.Valid == nil), v.Valid != nil && *v.Valid == (want == "refuted"):
			t.Errorf("%s: validStatus is %q, and valid %v", file, want, v.Valid)
		case want == "proved" && !(v.Proof != nil && v.Proof.Shown && len(v.Proof.Open) == 0):
			t.Errorf("%s: proved, and the proof is %v", file, v.Proof)
		case strings.Contains(text.out, "bug in funmem"):
			t.Errorf("%s: %s", file, text.out)
		}
	}
	if said["proved"] == 0 || said["tested"] == 0 || said["refuted"] == 0 {
		t.Errorf("not all words are there: %v", said)
	}
}
