package passtest

import "testing"

// TestChanges: only what differs is shown, after the line before it; equal texts say so.
func TestChanges(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"a\nb\n", "a\nb", "(unchanged)\n"},
		{"a\nb\nc\nd\ne\n", "a\nb\nC\nd\n", "  …\n  b\n- c\n+ C\n  d\n- e\n"},
		{"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", "- a\n+ A\n  …\n  k\n- l\n"},
	} {
		if got := changes(c.before, c.after); got != c.want {
			t.Errorf("%q and %q give\n%swanted\n%s", c.before, c.after, got, c.want)
		}
	}
}
