package cli

import (
	"context"
	"os"

	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// shard is the part that --shard names. It tells Bazel that its parts are known.
func (o *Options) shard() (suite.Shard, error) {
	if o.Suite.Shard == "" {
		return suite.Shard{}, nil
	}
	shard, err := suite.ParseShard(o.Suite.Shard, os.LookupEnv)
	if err != nil || shard.Status == "" {
		return shard, err
	}
	f, err := os.Create(shard.Status)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return shard, diag.Usagef("cannot write the file of TEST_SHARD_STATUS_FILE: %s", err)
	}
	return shard, nil
}

// from says which variables named a part.
func from(s suite.Shard) string {
	if s.From == "" {
		return ""
	}
	return ", by " + s.From
}

// mergeSuite is the body of `suite merge`: results of several files as one, with the reports of a suite.
func (o *Options) mergeSuite(ctx context.Context, st Streams, files []string) error {
	if len(files) == 0 {
		return diag.Usagef("`funmem suite merge` needs FILE…").Helpf("these are files that `funmem suite --out FILE` wrote")
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--resume", o.Suite.Resume}, {"--bisect", o.Suite.Bisect}, {"--list", o.Suite.List}, {"--only", o.Suite.Only != ""}, {"--shard", o.Suite.Shard != ""}} {
		if flag.set {
			return diag.Usagef("`funmem suite merge` runs no cases, so it takes no %s", flag.name)
		}
	}
	switch first, err := readPart(files[0]); {
	case err != nil:
		return err
	case first != nil:
		return o.mergeParts(ctx, st, first, files)
	}
	before, err := o.baseline()
	if err != nil {
		return err
	}
	if err := o.suiteWrites(); err != nil {
		return err
	}
	m, err := suite.Merge(files)
	if err != nil {
		return err
	}
	return o.merged(st, m, before)
}

// merged writes results of several files, and their reports.
func (o *Options) merged(st Streams, m *suite.Merged, before *suite.Results) error {
	if o.Out != "" {
		if err := m.Write(o.Out); err != nil {
			return err
		}
	}
	if o.JSON {
		for _, one := range m.Results {
			if err := WriteJSON(st.Out, one); err != nil {
				return err
			}
		}
	}
	report := m.Report(before)
	if err := o.suiteReports(st, report); err != nil {
		return err
	}
	if status := report.Status(); status != 0 {
		return Exit(status)
	}
	return nil
}

// baseline are the results of --baseline, or nil.
func (o *Options) baseline() (*suite.Results, error) {
	if o.Suite.Baseline == "" {
		return nil, nil
	}
	return suite.ReadResults(o.Suite.Baseline)
}
