package futhark

import "testing"

// TestUnquoted reads texts as Haskell's show writes them.
func TestUnquoted(t *testing.T) {
	for text, want := range map[string]string{
		`"a\"b\\c"`: `a"b\c`, `"\955x \9551"`: "λx ╏", `"\1234\&5"`: "Ӓ5", `"\n\t\a\DEL\SO\SOH\^A\x41\o101"`: "\n\t\a\x7f\x0e\x01\x01AA", `"(\q)\"`: `(\q)\`, `""`: "",
	} {
		if got := unquoted(text); got != want {
			t.Errorf("%s is %q, not %q", text, got, want)
		}
	}
}

// TestNames cuts names of variables out of the text around them.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"0_12 ": "0_12", "bound-1_12,": "bound-1_12", "*_lhs_3)": "*_lhs_3", "d<{(*) a.0 b.1}>_4]": "d<{(*) a.0 b.1}>_4", "f'_5(": "f'_5", "x_12:i64": "x_12", "x_1'": "", "groups=x_12": "", "groupsize=d<{n}>_3": "",
		"x.y_3": "x.y_3", "N₅_6911]": "N₅_6911", "|>_lhs_r_5662 :": "|>_lhs_r_5662", "-1i64": "", "nw64(": "", "a<{b_1": "",
	} {
		if n, _ := nameLen(text); text[:n] != want {
			t.Errorf("%s: %q, not %q", text, text[:n], want)
		}
	}
}
