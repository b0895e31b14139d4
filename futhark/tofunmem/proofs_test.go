package tofunmem

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
)

// open is what is not shown of a dump: that its memory is valid for all inputs. steps is what the proof took. The error is that the types refuse the dump.
func open(file string) (list []string, steps int, err error) {
	p, _, err := dumped(file)
	if err != nil {
		return nil, 0, err
	}
	budget := prove.NewBudget(prove.MaxSteps)
	list = intact.Whole(budget, p)
	return list, budget.Taken(), nil
}

// atLeast are the shares of the dumps of each kind, in percent, that have to be proved.
var atLeast = map[string]int{".fut_seq_mem": 70, ".fut_gpu_mem": 50, ".fut_mc_mem": 70}

// TestProofs has the dumps that are not proved valid for all inputs, with the reasons, and the steps of the longest proof.
func TestProofs(t *testing.T) {
	var b strings.Builder
	n, proved := map[string]int{}, map[string]int{}
	files, err := fs.Glob(corpus.FS(), "*_mem")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	longest, of := 0, ""
	for _, file := range files {
		list, steps, err := open(file)
		if err != nil {
			t.Fatal(err)
		}
		if steps > longest {
			longest, of = steps, file
		}
		kind := path.Ext(file)
		n[kind]++
		if len(list) == 0 {
			proved[kind]++
			continue
		}
		fmt.Fprintf(&b, "%s\n    %s\n", file, strings.Join(list, "\n    "))
	}
	for _, kind := range futhark.Dumps {
		fmt.Fprintf(&b, "%s: proved %d of %d\n", kind, proved[kind], n[kind])
		if 100*proved[kind] < atLeast[kind]*n[kind] {
			t.Errorf("%s: %d of %d dumps are proved", kind, proved[kind], n[kind])
		}
	}
	fmt.Fprintf(&b, "the longest proof: %s, %d steps of %d\n", of, longest, prove.MaxSteps)
	testkit.Golden(t, "testdata/proofs.golden", b.String())
}

// TestProvedWrong: no wrong dump is proved. Those whose values alone differ have memory that is as valid as before.
func TestProvedWrong(t *testing.T) {
	all, err := corpus.Mutants()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range all {
		list, _, err := open("mutants/" + m.File)
		if err != nil || len(list) > 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %s, output %s\n", m.File, m.Kind, m.Output)
		wrong := m.Output == "different" || m.Output == "crash"
		if wrong && !strings.HasPrefix(m.Kind, "value-") {
			t.Errorf("%s is proved, and its output is %s: %s", m.File, m.Output, m.Kind)
		}
	}
	testkit.Golden(t, "testdata/proved-mutants.golden", b.String())
}
