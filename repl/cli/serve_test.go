package cli

import (
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"funmem/eval/validity"
	"funmem/repl/session"
)

// BenchmarkRequest measures what a worker of serve does with a validation of ten lines on 20 inputs, without a proof. A worker
// has one core.
func BenchmarkRequest(b *testing.B) {
	texts := map[string]string{}
	for _, name := range []string{"before.fun", "after.fun"} {
		text, err := os.ReadFile("../../testdata/serve/" + name)
		if err != nil {
			b.Fatal(err)
		}
		texts[name] = string(text)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for b.Loop() {
		var out strings.Builder
		o := &Options{Settings: session.Defaults(), Second: session.DefaultSecond(), Tests: 20, Seed: 1, Quick: true, JSON: true, Proof: validity.NoProof, texts: texts}
		err := Perform(context.Background(), Validate, Streams{strings.NewReader(""), &out, io.Discard}, o, []string{"before.fun", "after.fun"})
		if err != nil || !strings.Contains(out.String(), `"tests":20`) {
			b.Fatal(err, out.String())
		}
	}
}
