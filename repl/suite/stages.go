package suite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"funmem/eval/whole"
	"funmem/semantics/diag"
)

// stagesFolder is where stages are kept that the compiler has made, in the folder of the suite.
const stagesFolder = ".stages"

// pipeline is one of the compiler's, from where memory is introduced.
type pipeline struct {
	letter string // of the names of stages
	kind   string // the ending of its dumps
	name   string // of the option for what comes before, and with -mem for all of it
	suffix string // of the options of some passes
	passes []string
}

// pipelines are those of src/Futhark/Passes.hs. Of the multicore one the passes after these have no option of their own.
var pipelines = []pipeline{
	{"s", "fut_seq_mem", "seq", "", strings.Fields("cse simplify simplify lift-allocations simplify short-circuit simplify cse simplify lower-allocations simplify")},
	{"g", "fut_gpu_mem", "gpu", "-gpu", strings.Fields("simplify cse simplify double-buffer simplify cse lift-allocations simplify short-circuit simplify cse simplify lower-allocations cse simplify memory-block-merging simplify expand-allocations simplify")},
	{"m", "fut_mc_mem", "mc", "-mc", strings.Fields("simplify cse simplify double-buffer simplify cse")},
}

// option is the option of `futhark dev` for a pass.
func (p *pipeline) option(pass string) string {
	switch pass {
	case "simplify":
		return "-e"
	case "lift-allocations", "lower-allocations", "short-circuit", "double-buffer":
		return "--" + pass + p.suffix
	}
	return "--" + pass
}

// stage is a stage that the compiler is to print.
type stage struct {
	name string // s01-cse.fut_seq_mem
	args []string
}

// stages are all of a pipeline, with the words of the compiler for each.
func (p *pipeline) stages() (all []stage) {
	args := []string{"dev", "--" + p.name, "-a"}
	all = append(all, stage{p.letter + "00-alloc." + p.kind, slices.Clone(args)})
	for k, pass := range p.passes {
		args = append(args, p.option(pass))
		all = append(all, stage{fmt.Sprintf("%s%02d-%s.%s", p.letter, k+1, pass, p.kind), slices.Clone(args)})
	}
	return append(all, stage{"final." + p.kind, []string{"dev", "--" + p.name + "-mem"}})
}

// make has the compiler make the stages of programs that have none beside them. It notes them in the programs, and returns cases
// for what failed.
func (s *Settings) make(ctx context.Context, dir string, programs []*source) (cases []*Case, err error) {
	if s.Compiler == nil {
		return nil, nil
	}
	var todo []*source
	for _, p := range programs {
		if (p.found || len(p.trials) > 0) && len(p.dumps) == 0 && !p.fails() && !p.disabled {
			todo = append(todo, p)
		}
	}
	found := make([][]*Case, len(todo))
	failed := make([]error, len(todo))
	next := make(chan int)
	var wait sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range max(1, min(s.Compiler.Jobs, len(todo))) {
		wait.Go(func() {
			for k := range next {
				found[k], failed[k] = s.Compiler.make(ctx, dir, todo[k])
				mu.Lock()
				done++
				s.Compiler.Say(fmt.Sprintf("stages of %d of %s", done, diag.Count(len(todo), "program")))
				mu.Unlock()
			}
		})
	}
	for k := range todo {
		next <- k
	}
	close(next)
	wait.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return slices.Concat(found...), errors.Join(failed...)
}

// make makes the stages of a program, or takes those that are kept.
func (c *Compiler) make(ctx context.Context, dir string, p *source) (cases []*Case, err error) {
	if c.ready(ctx) != "" {
		one := c.of(ctx, "stages "+p.file, p.file, Want{}, "check", p.file)
		one.answer.died = "no stages: none lie beside it, and " + c.missing
		return []*Case{one}, nil
	}
	fails := func(name string, a Answer, args ...string) {
		one := c.of(ctx, name, p.file, Want{}, args...)
		one.answer = &a
		cases = append(cases, one)
	}
	kept := keptStages{dir: dir, base: path.Join(stagesFolder, p.name()), key: c.sourceKey(dir, p.file)}
	if p.dumps = kept.read(); len(p.dumps) > 0 {
		return nil, nil
	}
	if a := c.call(ctx, dir, "check", p.file); a.died != "" || a.Status != 0 {
		fails("stages "+p.file, a, "check", p.file)
		return cases, nil
	}
	for _, line := range pipelines {
		before, broken := "", false
		for k, st := range line.stages() {
			last := k == len(line.passes)+1
			if broken && !last {
				continue
			}
			args := append(st.args, p.file)
			a := c.call(ctx, dir, args...)
			switch {
			case a.died != "" || a.Status != 0:
				fails("stages "+p.file+" "+st.name, a, args...)
				broken = true
			case a.Out != before || last: // a pass that changes nothing has no stage
				if err := kept.write(st.name, a.Out); err != nil {
					return nil, err
				}
			}
			before = a.Out
		}
	}
	p.dumps = kept.names
	if len(cases) > 0 || ctx.Err() != nil {
		return cases, nil // which is tried again the next time
	}
	return nil, kept.finish()
}

// keptStages are the stages of a program in the folder of stages. A file beside them, which is written last, has their key and
// their names. Two suites may make the same ones at one time.
type keptStages struct {
	dir, base, key string
	names          []string
}

// index is the file with the names of the stages.
func (k *keptStages) index() string { return filepath.Join(k.dir, filepath.FromSlash(k.base)+".key") }

// read returns the stages that are there, if they are of this key.
func (k *keptStages) read() []string {
	text, err := os.ReadFile(k.index())
	names := strings.Fields(string(text))
	if err != nil || len(names) == 0 || names[0] != k.key {
		return nil
	}
	names = names[1:]
	for n, name := range names {
		names[n] = path.Join(path.Dir(k.base), name)
		if info, err := os.Stat(filepath.Join(k.dir, filepath.FromSlash(names[n]))); err != nil || !info.Mode().IsRegular() {
			return nil
		}
	}
	return names
}

// write writes a stage.
func (k *keptStages) write(stage, text string) error {
	name := k.base + "." + stage
	file := filepath.Join(k.dir, filepath.FromSlash(name))
	k.names = append(k.names, name)
	return keep(file, text)
}

// finish writes the names of the stages.
func (k *keptStages) finish() error {
	lines := []string{k.key}
	for _, name := range k.names {
		lines = append(lines, path.Base(name))
	}
	return keep(k.index(), strings.Join(lines, "\n")+"\n")
}

// keep writes a file of the folder of stages.
func keep(file, text string) error {
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = whole.WriteFile(file, []byte(text))
	}
	if err != nil {
		return diag.Usagef("the stages that the compiler makes cannot be kept: %s", err).Helpf("they go to the folder %s of the suite", stagesFolder)
	}
	return nil
}

// sourceKey is a hash of all that the stages of a program depend on: the compiler, its command lines, and the texts of the program
// and of what it imports.
func (c *Compiler) sourceKey(dir, file string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q\n", c.version, pipelines)
	seen := map[string]bool{}
	var visit func(file string)
	visit = func(file string) {
		if seen[file] {
			return
		}
		seen[file] = true
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if errors.Is(err, fs.ErrNotExist) {
			text = nil // perhaps one that the compiler brings
		}
		fmt.Fprintf(h, "%q %q\n", file, text)
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			visit(path.Join(path.Dir(file), m[1]+".fut"))
		}
	}
	visit(file)
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// imported matches the name of a file that a program imports.
var imported = regexp.MustCompile(`\bimport\s+"([^"]+)"`)
