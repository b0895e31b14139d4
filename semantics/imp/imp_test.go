package imp

import (
	"reflect"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
)

// TestSyntax parses right and wrong programs. The printed text of a right one reads
// back as the program.
func TestSyntax(t *testing.T) {
	for _, c := range testkit.Chunks(t, "testdata/syntax.imp") {
		p, err := Parse(c.Source)
		c.Match(t, err)
		if err == nil {
			roundTrip(t, p)
		}
	}
}

// TestTypes applies the type rules to right and wrong programs: each rule applies
// somewhere, and refuses somewhere.
func TestTypes(t *testing.T) {
	cov := rule.NewCoverage()
	for _, c := range testkit.Chunks(t, "testdata/types.imp") {
		p, err := Parse(c.Source)
		if err == nil {
			_, err = Resolve(p, cov)
		}
		c.Match(t, err)
	}
	for _, r := range rule.All() {
		if !strings.HasPrefix(r.Name, "T-IMP-") {
			continue
		}
		applied, refused := cov.Counts(r.Name)
		if applied == 0 || refused == 0 && r.Name != "T-IMP-SEQ" {
			t.Errorf("%s applies %d times and refuses %d times", r.Name, applied, refused)
		}
	}
}

// fails is where a test or a property reports failures.
type fails interface {
	Helper()
	Fatalf(format string, args ...any)
}

// roundTrip checks that the printed text of a program reads back as the program.
func roundTrip(t fails, p *Program) {
	t.Helper()
	text := Print(p)
	q, err := Parse(diag.NewSource("printed", text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	if !equal(reflect.ValueOf(p), reflect.ValueOf(q)) {
		t.Fatalf("%s\nreads back as another program, which prints as\n%s", text, Print(q))
	}
}

// notWritten are fields that a printed program does not have.
var notWritten = map[string]bool{"Span": true, "ID": true, "Of": true, "Slots": true}

// equal compares trees, ignoring what is not written. The texts of literals may
// differ.
func equal(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return equal(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			name := a.Type().Field(i).Name
			if notWritten[name] || name == "Text" {
				continue
			}
			if v, ok := a.Field(i), name == "Val"; ok && v.CanInterface() {
				if !reflect.DeepEqual(v.Interface(), b.Field(i).Interface()) && v.Kind() != reflect.Float64 {
					return false
				}
				continue
			}
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}
