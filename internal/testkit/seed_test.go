package testkit

import (
	"flag"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSeed: a property sees the same values in each run, unless a random seed is asked for.
func TestSeed(t *testing.T) {
	f := flag.Lookup("rapid.seed")
	if _, asked := os.LookupEnv("RAPID_SEED"); !asked && f.DefValue == "0" {
		t.Fatal("rapid begins anywhere")
	}
	drawn := func(seed string) (all []uint64) {
		defer f.Value.Set(f.Value.String())
		if err := f.Value.Set(seed); err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(rt *rapid.T) { all = append(all, rapid.Uint64().Draw(rt, "n")) })
		return all
	}
	if first, second := drawn(seed), drawn(seed); !slices.Equal(first, second) {
		t.Errorf("one seed gives %d, and then %d", first, second)
	}
	if first, second := drawn("0"), drawn("0"); slices.Equal(first, second) {
		t.Errorf("two random seeds both give %d", first)
	}
}
