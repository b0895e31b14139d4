package testkit

import (
	"flag"
	"os"
)

// seed is where random programs and properties begin, so that two runs of the tests do
// the same. -rapid.seed=N asks for another one, and -rapid.seed=0 for one that differs
// each time.
const seed = "1"

// init makes it the default of rapid's flag, in every package whose tests import this
// one. Flags are parsed later, and so what the command line asks for stays; so does
// what RAPID_SEED asks for, which rapid has read already.
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
