package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/validate"
	"funmem/eval/whole"
	"funmem/repl/session"
	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// partFile is what `validate --shard` gives: what a part of the inputs showed.
type partFile struct {
	Validate int              `json:"validate"` // the version of the format
	Args     []string         `json:"args"`     // the words after funmem, without those about parts
	Shard    string           `json:"shard"`    // K/N
	Key      string           `json:"key"`      // a hash of all that the answer depends on: the options, and the texts of the files
	Version  string           `json:"funmem,omitempty"`
	Subjects []*validate.Part `json:"subjects"`
}

// partFormat is the version of partFile.
const partFormat = 1

// partOptions returns the error that an option does not go with parts of a validation.
func (o *Options) partOptions() error {
	parts := o.Suite.Shard != "" || len(o.Suite.Merge) > 0
	if o.Out != "" && o.Suite.Shard == "" {
		return diag.Usagef("--out is for what a part shows").Helpf("`--shard K/N` searches a part; `--save FILE` writes the counterexample")
	}
	if !parts {
		return nil
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--stages", o.Stages}, {"--time", o.Time > 0}, {"--confirm", o.Confirm > 0}} {
		if flag.set {
			return diag.Usagef("a validation in parts takes no %s", flag.name)
		}
	}
	switch {
	case o.Suite.Shard != "" && len(o.Suite.Merge) > 0:
		return diag.Usagef("--shard searches a part, and --merge joins parts: leave one of them out")
	case o.Suite.Shard != "" && (o.HTML != "" || o.Save != "" || o.Lesson != "" || o.Explain != ""):
		return diag.Usagef("a part has no report: --html, --save, --page and --explain go with --merge")
	}
	return nil
}

// partKey is the key of a partFile.
func (o *Options) partKey(ctx context.Context, args []string) string {
	h := sha256.New()
	files := o.filesRead(ctx, args)
	slices.Sort(files)
	fmt.Fprintf(h, "%q %q\n", Version(), o.againWords(args))
	for _, file := range files {
		text, err := os.ReadFile(file)
		fmt.Fprintf(h, "%q %x %t\n", file, sha256.Sum256(text), err == nil)
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// searchPart searches a part of the inputs, and writes what they showed. The exit status is 1 if some fail, and 3 if none was compared. 0
// says no more than that none of these fails.
func (o *Options) searchPart(ctx context.Context, st Streams, args []string, subjects []*validate.Subject, vo *validate.Options, progress *session.Progress) error {
	shard, err := o.shard()
	if err != nil {
		return err
	}
	file := partFile{Validate: partFormat, Args: o.againWords(args), Shard: shard.Text(), Key: o.partKey(ctx, args), Version: Version()}
	failing, compared := 0, false
	for _, sub := range subjects {
		end := progress.Begin()
		p, err := validate.SearchPart(ctx, sub, vo, shard.Has)
		end()
		if err != nil {
			return err
		}
		failing += len(p.Failing)
		compared = compared || p.Seen["compared"].Count > 0
		file.Subjects = append(file.Subjects, p)
	}
	var b bytes.Buffer
	if err := WriteJSON(&b, file); err != nil {
		return err
	}
	if o.Out == "" {
		_, err = st.Out.Write(b.Bytes())
	} else if err = whole.WriteFile(o.Out, b.Bytes()); err != nil {
		err = diag.Usagef("cannot write %s: %s", diag.OneLine(o.Out), data.Cause(err))
	}
	switch {
	case err != nil:
		return err
	case failing > 0:
		return Exit(1)
	case !compared:
		return Exit(3)
	}
	return nil
}

// readPart reads a file of validate --shard. It is nil if the file has something else.
func readPart(path string) (*partFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, data.CannotRead(path, err)
	}
	p := &partFile{}
	if json.Unmarshal(text, p) != nil || p.Validate != partFormat || len(p.Args) == 0 || p.Args[0] != "validate" || slices.Contains(p.Subjects, nil) {
		return nil, nil
	}
	return p, nil
}

// joinParts reads the files of parts and joins them. missing says which parts there are no files of, or is "".
func joinParts(files []string) (all *partFile, missing string, err error) {
	var first string
	n := 0
	seen := map[int]string{}
	for _, path := range files {
		p, err := readPart(path)
		if err != nil {
			return nil, "", err
		}
		if p == nil {
			return nil, "", diag.Usagef("%s has no part of a validation", path).Helpf("`funmem validate BEFORE AFTER --shard K/N --out FILE` writes it")
		}
		shard, err := suite.ParseShard(p.Shard, nil)
		text, _ := json.Marshal(p.Subjects) // of strings and numbers
		switch {
		case err != nil:
			return nil, "", err
		case all != nil && p.Key != all.Key:
			return nil, "", diag.Usagef("%s and %s are not of one validation: the files, the options or funmem differ", first, path)
		case n > 0 && shard.N != n:
			return nil, "", diag.Usagef("%s is a part of %d, and %s one of %d: they overlap", first, n, path, shard.N)
		case seen[shard.K] != "" && seen[shard.K] != string(text):
			return nil, "", diag.Usagef("two files of %s disagree, of which one is %s", shard, path)
		case seen[shard.K] != "":
			continue
		case all == nil:
			all, first, n = p, path, shard.N
		case len(p.Subjects) != len(all.Subjects):
			return nil, "", diag.Usagef("%s and %s compare other subjects", first, path)
		default:
			for k, q := range p.Subjects {
				all.Subjects[k].Join(q)
			}
		}
		seen[shard.K] = string(text)
	}
	var lacks []string
	for k := 1; k <= n; k++ {
		if seen[k] == "" {
			lacks = append(lacks, fmt.Sprint(k))
		}
	}
	if len(lacks) > 0 {
		missing = fmt.Sprintf("of %d parts these are missing: %s", n, strings.Join(lacks[:min(len(lacks), 10)], ", "))
		if more := len(lacks) - 10; more > 0 {
			missing += fmt.Sprintf(" and %d more", more)
		}
	}
	return all, missing, nil
}

// concludeParts adds the results of all parts together.
func (o *Options) concludeParts(ctx context.Context, st Streams, args []string, subjects []*validate.Subject, v *Validation, before *validate.Program) error {
	all, missing, err := joinParts(o.Suite.Merge)
	switch {
	case err != nil:
		return err
	case all.Key != o.partKey(ctx, args):
		return diag.Usagef("%s is not of this validation: the files, the options or funmem differ", o.Suite.Merge[0]).
			Helpf("it is of `funmem %s`", strings.Join(all.Args, " "))
	case len(all.Subjects) != len(subjects):
		return diag.Usagef("%s compares other subjects", o.Suite.Merge[0])
	}
	failing := false
	for k, sub := range subjects {
		r, err := all.Subjects[k].Conclude(ctx, sub, v.Options, missing)
		if err != nil {
			return err
		}
		failing = failing || r.Failure != nil
		if err := v.result(ctx, st, o, r, before); err != nil {
			return err
		}
	}
	if missing != "" && failing {
		fmt.Fprintf(st.Err, "%s, so there may be a smaller counterexample\n", missing)
	}
	if !o.JSON {
		fmt.Fprintf(st.Out, "in parts: an input that repeats another one counts again; none were sought beside those with numbers\n")
	}
	return nil
}

// mergeParts is `suite merge` for parts of a validation: the validation itself with --merge.
func (o *Options) mergeParts(ctx context.Context, st Streams, first *partFile, files []string) error {
	for _, flag := range []struct{ name, value string }{{"--out", o.Out}, {"--junit", o.Suite.JUnit}, {"--sarif", o.Suite.SARIF}, {"--baseline", o.Suite.Baseline}} {
		if flag.value != "" {
			return diag.Usagef("one validation has no %s", flag.name).Helpf("`funmem validate … --merge FILE` also takes --save and --page")
		}
	}
	body, own, rest, err := o.Suite.Command(slices.Clone(first.Args))
	if err != nil {
		return err
	}
	own.Suite.Merge, own.JSON, own.HTML = files, o.JSON, cmp.Or(o.HTML, own.HTML)
	return Perform(ctx, body, st, own, rest)
}
