package testkit

import (
	"flag"
	"os"
)

// seed is where random programs and properties begin, so that two runs of the tests do the
// same. -rapid.seed=N asks for another seed, and -rapid.seed=0 for a different one each
// time.
const seed = "1"

// init makes it the default of rapid's flag, in every package whose tests import this one.
// Flags are parsed later, so the command line still wins. So does RAPID_SEED, which rapid
// has read already.
func init() {
	if _, asked := os.LookupEnv("RAPID_SEED"); asked {
		return
	}
	f := flag.Lookup("rapid.seed")
	if err := f.Value.Set(seed); err != nil {
		panic(err)
	}
	f.DefValue = seed
}
