package validate_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
)

// lastSubject is the last subject of two programs that is a def.
func lastSubject(t *testing.T, before, after string) *validate.Subject {
	t.Helper()
	subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(subjects); n > 1 && subjects[n-1].Statements() {
		subjects = subjects[:n-1]
	}
	return subjects[len(subjects)-1]
}

// told is a result in words.
func told(r *validate.Result) string {
	text := fmt.Sprintf("%s %s number %d, %d compared, %d outside, %d strays, %s, shrunk by %d\n", r.Word, r.Reason, r.Number, r.Tests, r.Outside, r.Strays, r.Line(), r.Shrunk)
	if r.Failure != nil {
		text += r.Subject.Text(r.Failure.Input) + ": " + r.Failure.Says() + "\n"
	}
	return text + strings.Join(r.ProofText(), "\n")
}

// joined searches the inputs in n parts, and joins these in a random order.
func joined(t *testing.T, sub *validate.Subject, o *validate.Options, n int) (*validate.Part, string) {
	t.Helper()
	var all *validate.Part
	for _, k := range rand.New(rand.NewPCG(uint64(n), 1)).Perm(n) {
		p, err := validate.SearchPart(t.Context(), sub, o, func(i int) bool { return i%n == k })
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p) // as files have it
		own := &validate.Part{}
		if err == nil {
			err = json.Unmarshal(text, own)
		}
		if err != nil {
			t.Fatal(err)
		}
		if all == nil {
			all = own
		} else {
			all.Join(own)
		}
	}
	r, err := all.Conclude(t.Context(), sub, o, "")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return all, told(r) + string(text)
}

var partCases = []struct{ name, before, after, want string }{
	{"valid", inc, inc, "valid  number 0, 150 compared"},
	{"wrong everywhere", inc, strings.Replace(inc, "a + k", "a + k + 1", 1), "invalid  number"},
	{"wrong for large sizes alone", inc, "def f [n] (*x : [n]int) (k : int) = map (\\a -> if n > 4 then a + k + 1 else a + k) x", "invalid  number"},
	{"wrong for one value", "def f (k : int) = k * 2", "def f (k : int) = if k == 3 then 7 else k * 2", "invalid  number"},
	{"in place", inc, form("let (z : [n] @ xm -> o + {(n : s)}) = kernel i <= n do x[i] + k in (xm, o, s, z)"), "valid  number 0"},
	{"a race", inc, form("let (zm : mem) = alloc n let (z : [n] @ zm -> 0 + {(n : 0)}) = kernel i <= n do x[i] + k in (zm, 0, 0, z)"), "a kernel of AFTER races"},
	{"wrong beyond 9", inc, form("let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do if n > 9 then 0 else x[i] + k in (zm, 0, 1, z)"), "invalid  number"},
	{"BEFORE is stuck on some", "def f (k : int) = 12 / k", "def f (k : int) = 12 / k", " outside"},
	{"BEFORE is stuck on all", "def f (k : int) = 12 / 0", "def f (k : int) = 12 / 0", "stuck-before"},
}

// TestParts: the answer is the same whatever the number of parts, and is that of one part.
func TestParts(t *testing.T) {
	own := *options
	own.Tests = 150
	for _, c := range partCases {
		sub := lastSubject(t, c.before, c.after)
		one, want := joined(t, sub, &own, 1)
		if !strings.Contains(want, c.want) {
			t.Errorf("%s: %s, wanted %s", c.name, want, c.want)
		}
		for k := 1; k < len(one.Failing); k++ {
			if a, b := one.Failing[k-1], one.Failing[k]; a.Size > b.Size || a.Size == b.Size && a.Number >= b.Number {
				t.Errorf("%s: %+v comes before %+v", c.name, a, b)
			}
		}
		for _, n := range []int{2, 151, 7}[:testkit.Sample(2, 3)] {
			if _, got := joined(t, sub, &own, n); got != want {
				t.Errorf("%s, %d parts:\n%s\none part:\n%s", c.name, n, got, want)
			}
		}
	}
}

// TestPartsSmallest: the counterexample is the smallest by size and number of all failing inputs, which are all tried here.
func TestPartsSmallest(t *testing.T) {
	own := *options
	own.Tests = 120
	sub := lastSubject(t, inc, "def f [n] (*x : [n]int) (k : int) = map (\\a -> if n > 1 && k > 1 then a + k + 1 else a + k) x")
	var best *validate.Failing
	for i := range own.Tests {
		p, err := validate.SearchPart(t.Context(), sub, &own, func(t int) bool { return t == i })
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Failing {
			if f.Number != i+1 {
				t.Fatalf("the part of input %d has %+v", i+1, f)
			}
			if best == nil || f.Size < best.Size {
				best = &f
			}
		}
	}
	all, _ := joined(t, sub, &own, 3)
	if best == nil || all.Failing[0] != *best {
		t.Errorf("found %+v, and the smallest is %+v", all.Failing, best)
	}
}

// TestPartsLie: what parts say is run again, so that a wrong part gives an error and no verdict; and what is missing is unknown.
func TestPartsLie(t *testing.T) {
	own := *options
	own.Tests = 60
	sub := lastSubject(t, inc, inc)
	for want, change := range map[string]func(p *validate.Part){
		"input 3 of `f` showed something else": func(p *validate.Part) { p.Failing = []validate.Failing{{Number: 3, Kind: "AFTER races"}} },
		"showed something else in its part":    func(p *validate.Part) { p.Seen["long"] = validate.Seen{Count: 1, First: 5} },
		"the parts have 59 inputs":             func(p *validate.Part) { p.Inputs-- },
		"a part of `f` has input -3":           func(p *validate.Part) { p.Failing = []validate.Failing{{Number: -3, Kind: "AFTER races"}} },
		"a part of `f` has input 61":           func(p *validate.Part) { p.Seen["long"] = validate.Seen{Count: 1, First: 61} },
		"the parts have compared 61 inputs":    func(p *validate.Part) { p.Seen["compared"] = validate.Seen{Count: 61, First: 1} },
	} {
		p, _ := joined(t, sub, &own, 2)
		change(p)
		if r, err := p.Conclude(t.Context(), sub, &own, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, wanted %s", r, err, want)
		}
	}
	p, _ := joined(t, sub, &own, 2)
	if r, err := p.Conclude(t.Context(), sub, &own, "part 2 is missing"); err != nil || r.Word != validate.Unknown || r.Reason != "part 2 is missing" {
		t.Error(r, err)
	}
}
