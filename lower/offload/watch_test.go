package offload_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/gpu"
	"funmem/heap"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native/programs"
	"funmem/lower/offload"
)

// touched is what the iterations of an instance of a kernel do to one block: lines "ITERATION r|w OFFSET", sorted.
type touched string

// instance is what an instance of a kernel does, by block. Blocks have other names in FUNMEM and on a device.
type instance map[string]map[string]bool

func (in instance) add(block string, iteration int64, write bool, offset int64) {
	if in[block] == nil {
		in[block] = map[string]bool{}
	}
	in[block][fmt.Sprintf("%d %t %d", iteration, write, offset)] = true
}

// blocks are the sets of all blocks, sorted.
func (in instance) blocks() (list []touched) {
	for _, set := range in {
		lines := slices.Sorted(maps.Keys(set))
		list = append(list, touched(strings.Join(lines, "\n")))
	}
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	return list
}

// private tells whether one iteration alone touches a block: it is its own, and no block of the device.
func (b touched) private() bool {
	first, _, _ := strings.Cut(string(b), " ")
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, first+" ") {
			return false
		}
	}
	return true
}

// underRules are the instances of kernels under the heap semantics, by place, in the order in which they ran.
func underRules(t *testing.T, text, passes string) map[string][]instance {
	t.Helper()
	_, core, err := passed(text, passes)
	if err != nil {
		t.Fatal(err)
	}
	m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28}, Trace: 1 << 22})
	out, _ := m.Run(context.Background(), core) // what is stuck has run until then
	all := map[string][]instance{}
	for _, k := range out.Recording.Top.Inner {
		in := instance{}
		for _, it := range k.Iterations {
			reads, writes := it.Sets()
			for write, list := range map[bool][]heap.Loc{false: reads, true: writes} {
				for _, l := range list {
					in.add(fmt.Sprint(l.Block.Label), int64(it.Iteration), write, int64(l.Offset))
				}
			}
		}
		at := k.Kernel.At.String()
		all[at] = append(all[at], in)
	}
	return all
}

// watched are the instances of the kernels that the fake of CUDA ran, by place, in the order in which they ran. places are
// those of grids by their names. Races and stray accesses are errors.
func watched(t *testing.T, log, text string, places map[string]string) map[string][]instance {
	t.Helper()
	raw, err := os.ReadFile(log)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	all, of := map[string][]instance{}, map[int64]instance{}
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "race ") || strings.HasPrefix(line, "stray ") {
			t.Fatalf("%s%s", line, text)
		}
		var kernel, what string
		var launch, thread, bytes, block, word int64
		if n, err := fmt.Sscan(line, &kernel, &launch, &thread, &what, &bytes, &block, &word); n != 7 {
			t.Fatal(line, err)
		}
		if of[launch] == nil {
			of[launch] = instance{}
			all[places[kernel]] = append(all[places[kernel]], of[launch])
		}
		if bytes == 8 { // the status has half of that
			of[launch].add(fmt.Sprint(block), thread+1, what == "w", word)
		}
	}
	return all
}

// TestReadsAndWrites: each iteration on the device reads and writes what FUNMEM says, but for the blocks that it alone has.
func TestReadsAndWrites(t *testing.T) {
	log := filepath.Join(t.TempDir(), "accesses")
	t.Setenv("FAKE_WATCH", log)
	a, err := devices.CUDA()
	testkit.Needs(t, "REQUIRE_CC", err)
	defer a.Close()
	instances, private, skipped := 0, 0, 0
	for k, p := range programs.All() {
		if large.MatchString(p.Text) || k%testkit.Sample(3, 1) != 0 {
			continue
		}
		if err := os.RemoveAll(log); err != nil {
			t.Fatal(err)
		}
		_, q, free, err := lowered(p.Text, "introduce")
		if err != nil {
			t.Fatal(err)
		}
		code, err := offload.New(context.Background(), a, emit.CUDA, q, free, gpu.Freedom{}, nil)
		if err != nil {
			continue // no engine compiles it
		}
		if _, err := code.Run(context.Background(), nil, engine.Options{Memory: 1 << 28}, nil, nil); err != nil {
			continue // the rules say what happened
		}
		places, nests := map[string]string{}, map[string]bool{}
		for _, g := range code.Grids {
			at := g.Of.Span.String()
			places[g.Name] = at
			nests[at] = nests[at] || len(g.Nest) > 1
		}
		rules := underRules(t, p.Text, "introduce")
		for place, got := range watched(t, log, p.Text, places) {
			want := rules[place]
			if nests[place] || len(got) != len(want) { // iterations of a nest have no number of their own; some kernels at a place are no grids
				skipped += len(want)
				continue
			}
			for k, in := range got {
				instances++
				left := want[k].blocks()
				for _, b := range in.blocks() {
					at := slices.Index(left, b)
					if at < 0 {
						t.Fatalf("kernel at %s, instance %d: on the device a block is touched so:\n%s\nby the rules blocks are touched so:\n%s\n%s\n%s", place, k+1, b, left, p.Text, code.Text)
					}
					left = slices.Delete(left, at, at+1)
				}
				for _, b := range left {
					if private++; !b.private() {
						t.Fatalf("kernel at %s, instance %d: by the rules several iterations touch a block so, and on the device none does:\n%s\n%s\n%s", place, k+1, b, p.Text, code.Text)
					}
				}
			}
		}
	}
	t.Logf("%d instances were compared, %d were not; %d blocks are of one iteration", instances, skipped, private)
	if instances < 2*skipped {
		t.Errorf("only %d instances of %d were compared", instances, instances+skipped)
	}
}
