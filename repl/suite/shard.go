package suite

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
)

// Shard is a part of a suite, or of the inputs of a validation: the items K, K+N, K+2N and so on of those that are counted from 1. The
// zero Shard is all of them.
type Shard struct {
	K, N   int    // K is from 1 to N
	From   string // the variables that say so; "": the command line
	Status string // a file to be made, by which Bazel sees that its shards are known
}

// mostShards is how many parts there may be.
const mostShards = 1_000_000

// ParseShard reads K/N, or where to look for it among the variables of the environment: the name of a scheduler, or `env` for the
// one whose variables there are. K may be 0 in place of N, so that indices that count from 0 can be given as they are.
func ParseShard(text string, lookup func(name string) (value string, ok bool)) (Shard, error) {
	if m := shardForm.FindStringSubmatch(text); m != nil {
		k, kErr := strconv.Atoi(m[1])
		n, nErr := strconv.Atoi(m[2])
		if kErr != nil || nErr != nil {
			k = -1 // too large
		}
		return newShard(k, n, text, "")
	}
	var found []Shard
	var names []string
	for _, s := range schedulers {
		names = append(names, s.name)
		if text != "env" && text != s.name {
			continue
		}
		shard, err := s.shard(lookup)
		if err != nil {
			return Shard{}, err
		}
		if shard.N > 0 {
			found = append(found, shard)
		}
	}
	switch {
	case text != "env" && !slices.Contains(names, text):
		return Shard{}, diag.Usagef("--shard %s: wanted K/N, env, or one of %s", text, strings.Join(names, ", ")).Helpf("`--shard 2/4` takes the second of four parts")
	case len(found) == 0 && text == "env":
		return Shard{}, diag.Usagef("--shard env: no variable says which part this is").Helpf("they are those of %s; or write `--shard 2/4`", strings.Join(names, ", "))
	case len(found) == 0:
		s := schedulers[slices.Index(names, text)]
		return Shard{}, diag.Usagef("--shard %s: there is no variable %s", text, s.index)
	case len(found) > 1:
		return Shard{}, diag.Usagef("--shard env: two schedulers say which part this is: %s, and %s", found[0].From, found[1].From).Helpf("name one of %s", strings.Join(names, ", "))
	}
	return found[0], nil
}

var shardForm = regexp.MustCompile(`^(\d+)/(\d+)$`)

func newShard(k, n int, text, from string) (Shard, error) {
	if n < 1 || n > mostShards || k < 0 || k > n {
		return Shard{}, diag.Usagef("--shard %s: wanted K/N with N from 1 to %d, and K from 1 to N, or 0 for N", text, mostShards)
	}
	return Shard{K: cmp.Or(k, n), N: n, From: from}, nil
}

// Has tells whether the item with a number, from 0, is in the shard.
func (s Shard) Has(item int) bool { return s.N == 0 || item%s.N == s.K-1 }

// Of returns the cases of the shard.
func (s Shard) Of(cases []*Case) (list []*Case) {
	for k, c := range cases {
		if s.Has(k) {
			list = append(list, c)
		}
	}
	return list
}

// String is the shard in words.
func (s Shard) String() string { return fmt.Sprintf("shard %d of %d", s.K, s.N) }

// Text is K/N, as ParseShard reads it, or "" for all.
func (s Shard) Text() string {
	if s.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.K, s.N)
}

// scheduler is a system that starts many tasks and tells each its number.
type scheduler struct {
	name        string
	index       string // the variable with the number of the task
	count       string // the one with how many there are
	first, step string // those with the number of the first task, and the step from task to task; "": from, and 1
	last        string
	from        int
	status      string // the one with the name of Shard.Status
}

var schedulers = []scheduler{
	{name: "slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX", step: "SLURM_ARRAY_TASK_STEP"},
	{name: "bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", status: "TEST_SHARD_STATUS_FILE"},
	{name: "gitlab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", from: 1},
	{name: "kubernetes", index: "JOB_COMPLETION_INDEX", count: "FUNMEM_SHARD_TOTAL"},
	{name: "github", index: "FUNMEM_SHARD_INDEX", count: "FUNMEM_SHARD_TOTAL"}, // which a workflow sets: there is no variable of GitHub's
}

// shard reads the variables of a scheduler. The shard has N = 0 if the number of the task is not among them.
func (s scheduler) shard(lookup func(string) (string, bool)) (Shard, error) {
	text, ok := lookup(s.index)
	if !ok {
		return Shard{}, nil
	}
	said := []string{s.index + "=" + text}
	var problem error
	number := func(name string, usual int) int {
		value, ok := lookup(name)
		if name == "" || !ok {
			return usual
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > mostShards*1000 {
			problem = diag.Usagef("the variable %s has %q, which is no number of a task", name, value)
		}
		if name != s.index {
			said = append(said, name+"="+value)
		}
		return n
	}
	k, first, step := number(s.index, 0), number(s.first, s.from), number(s.step, 1)
	last := number(s.last, -1)
	n := number(s.count, -1)
	from := strings.Join(said, " ")
	switch {
	case problem != nil:
		return Shard{}, problem
	case n < 0:
		return Shard{}, diag.Usagef("there is %s, and no variable %s to say how many parts there are", said[0], s.count)
	case s.last != "" && (step < 1 || last < first || (last-first)/step+1 != n):
		// an array such as 1,5,6 does not tell which of its tasks this is
		return Shard{}, diag.Usagef("the tasks of %s are not in equal steps, so they do not say which part this is", from).Helpf("write `--shard \"$SLURM_ARRAY_TASK_ID/N\"`")
	case n < 1 || n > mostShards || k < first || (k-first)%step != 0 || (k-first)/step >= n:
		return Shard{}, diag.Usagef("the variables %s say no part: the number of the task has to be one of %d from %d on", from, n, first)
	}
	shard := Shard{K: (k-first)/step + 1, N: n, From: from}
	if s.status != "" {
		shard.Status, _ = lookup(s.status)
	}
	return shard, nil
}
