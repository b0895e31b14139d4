package suite

import (
	"context"
	"slices"
	"strings"

	"funmem/futhark"
	"funmem/repl/child"
)

// Feed is a part of what a case reads as standard input: a text, or what a command line of funmem prints.
type Feed struct {
	Text  string   `json:"text,omitempty"`
	Args  []string `json:"args,omitempty"`
	Feeds []Feed   `json:"feeds,omitempty"` // what this command line reads
}

// fedBy is the command line of a shell that prints what feeds are.
func fedBy(feeds []Feed) string {
	var all []string
	for _, f := range feeds {
		line := child.Line(append([]string{"funmem"}, f.Args...))
		switch {
		case len(f.Args) == 0:
			line = child.Line([]string{"printf", `%s\n`, f.Text})
		case len(f.Feeds) > 0:
			line = fedBy(f.Feeds) + " | " + line
		}
		all = append(all, line)
	}
	if len(all) == 1 {
		return all[0]
	}
	return "{ " + strings.Join(all, "; ") + "; }"
}

// feed runs the command lines of feeds. bad is the verdict if one of them gives no values.
func (r *Runner) feed(ctx context.Context, w **worker, c *Case, feeds []Feed) (text string, bad *judged) {
	var b strings.Builder
	for _, f := range feeds {
		if len(f.Args) == 0 {
			b.WriteString(f.Text + "\n")
			continue
		}
		in, bad := r.feed(ctx, w, c, f.Feeds)
		if bad != nil {
			return "", bad
		}
		a := r.perform(ctx, w, Job{Args: r.withMemory(f.Args, true), Stdin: in})
		if a.died == "" && a.Status == 0 && a.Out != "" {
			b.WriteString(a.Out)
			continue
		}
		a = r.perform(ctx, w, Job{Args: append(r.withMemory(f.Args, true), "--json"), Stdin: in})
		j := judge(ctx, r.Dir, &Case{Args: f.Args, Files: c.Files}, a)
		if j.verdict.Good() {
			j = judged{verdict: Unknown, why: "it printed nothing, or too much"}
		}
		j.ok, j.why = false, "its input cannot be made: "+j.why
		return "", &j
	}
	return b.String(), nil
}

// inputs are the words of a command line that give an entry point of a dump its arguments, and what the command line reads as
// standard input. Files are named from the folder at. problem says why there are none.
func inputs(dump, at string, prog *futhark.Program, entry string, parts []piece) (words []string, feeds []Feed, files []string, problem string) {
	e := entryOf(prog, entry)
	if e == nil {
		return nil, nil, nil, "there is no entry point " + entry
	}
	var names, read []string
	for _, p := range e.Params {
		names = append(names, p.Name)
	}
	isFile := func(p piece) bool { return p.file != "" }
	distinct := slices.Compact(slices.Sorted(slices.Values(names)))
	switch some := slices.ContainsFunc(parts, isFile); {
	case len(parts) == 0 && len(names) == 0:
		return nil, nil, nil, ""
	case len(parts) == 0 || len(names) == 0:
		return nil, nil, nil, "it has another number of values than " + entry + " has parameters"
	case !some:
		read = names
	case len(parts) == 1:
		file := from(at, parts[0].file)
		return []string{"--in", strings.Join(names, ",") + "=" + file}, nil, []string{file}, ""
	case len(parts) != len(names) || len(distinct) != len(names):
		return nil, nil, nil, "a file stands beside other values, and not one for each parameter"
	}
	for k, p := range parts {
		switch {
		case isFile(p):
			file := from(at, p.file)
			words, files = append(words, "--in", names[k]+"="+file), append(files, file)
			continue
		case p.call == "":
			feeds = append(feeds, Feed{Text: p.text})
		default:
			more, own, others, problem := inputs(dump, at, prog, p.call, p.args)
			if problem != "" {
				return nil, nil, nil, problem
			}
			args := append(append([]string{"run", dump, "--entry", p.call}, more...), "--full")
			feeds, files = append(feeds, Feed{Args: args, Feeds: own}), append(files, others...)
		}
		if len(parts) == len(names) && len(read) < len(names) {
			read = append(read, names[k])
		}
	}
	if len(read) > 0 {
		words = append(words, "--in", strings.Join(read, ",")+"=-")
	}
	return words, feeds, files, ""
}
