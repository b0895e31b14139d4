package futhark

import (
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Stage is what the name of a dump says of one that is a stage of a pipeline: NAME.s00-alloc.fut_seq_mem,
// NAME.s01-cse.fut_seq_mem, …, NAME.final.fut_seq_mem.
type Stage struct {
	Program string // NAME
	Kind    string // fut_seq_mem: stages of one program and one kind are one pipeline
	Label   string // s01-cse, or final
	Order   int    // 1; final comes last
}

// stageName matches the file name of a stage.
var stageName = regexp.MustCompile(`^(.+)\.(?:[a-z]+(\d+)-[^.]*|final)\.(fut_[a-z]+_mem)$`)

// StageOf reads the name of a file, and tells whether it is that of a stage.
func StageOf(path string) (Stage, bool) {
	base := filepath.Base(path)
	m := stageName.FindStringSubmatch(base)
	if m == nil {
		return Stage{}, false
	}
	s := Stage{Program: m[1], Kind: m[3], Order: math.MaxInt}
	s.Label = strings.TrimSuffix(strings.TrimPrefix(base, s.Program+"."), "."+s.Kind)
	if m[2] != "" {
		s.Order, _ = strconv.Atoi(m[2])
	}
	return s, true
}
