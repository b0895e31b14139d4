package heap

import (
	"errors"
	"strings"
	"testing"

	"funmem/semantics/num"
)

// TestKinds: a location that nothing wrote is the 0 of an array of either kind. A
// location that holds an integer is not an element of an array of reals.
func TestKinds(t *testing.T) {
	h := New()
	b := alloc(h, "m", 3)
	tr := NewTracer(h)
	ints, reals := &Site{What: "i"}, &Site{What: "r", Array: "x", Real: true}
	if err := tr.Write(b, 1, num.OfFloat(1.5), reals, []int{1}); err != nil {
		t.Fatal(err)
	}
	if err := tr.Write(b, 2, num.Of(7), ints, []int{2}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		off  int
		site *Site
		want num.Num
		ok   bool
	}{
		{0, ints, num.Of(0), true},
		{0, reals, num.Zero(true), true},
		{1, reals, num.OfFloat(1.5), true},
		{1, ints, num.Num{}, false},
		{2, ints, num.Of(7), true},
		{2, reals, num.Num{}, false},
	} {
		x, err := tr.Read(b, c.off, c.site, []int{c.off + 1})
		var kind *KindError
		if c.ok && (err != nil || !x.Equal(c.want)) || !c.ok && !errors.As(err, &kind) {
			t.Errorf("offset %d as %s: %v, %v", c.off, c.site.What, x, err)
		}
		if shown := b.Shows(c.off, c.site.Real); c.ok && !shown.Equal(c.want) {
			t.Errorf("offset %d shows %v as %s", c.off, shown, c.site.What)
		}
	}
	if v, err := b.View(LMAD{0, []Dim{{2, 1}}}, true); err != nil || !v.IsReal() || !v.At(1).Equal(num.OfFloat(1.5)) {
		t.Errorf("two reals: %v, %v", v, err)
	}
	_, err := b.View(LMAD{0, []Dim{{3, 1}}}, true)
	if err == nil || !strings.Contains(err.Error(), "offset 2 of block `m` holds 7, which is an int, and an f64 is wanted") {
		t.Errorf("three reals: %v", err)
	}
	if _, err = b.View(LMAD{1, []Dim{{2, 1}}}, false); err == nil || !strings.Contains(err.Error(), "holds 1.5, which is an f64, and an int is wanted") {
		t.Errorf("two ints: %v", err)
	}
}
