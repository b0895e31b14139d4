package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

//go:embed peers.py
var peersText string

// peers are the times of a library for Python.
type peers struct {
	Library string
	Absent  string // why there is none
	Ms      map[string]float64
	Failed  map[string]string // programs that it does not have, and what it says
}

// measurePeers runs the programs with a library for Python, if there is one.
func measurePeers(ctx context.Context, s sizes, runs int) (p peers) {
	python, err := exec.LookPath("python3")
	if err != nil {
		return peers{Absent: err.Error()}
	}
	asked, err := json.Marshal(map[string]int{"elements": s.elements, "rows": s.rows, "matrix": s.matrix, "grid": s.grid, "steps": s.steps, "runs": runs})
	if err != nil {
		return peers{Absent: err.Error()}
	}
	var stderr strings.Builder
	cmd := exec.CommandContext(ctx, python, "-c", peersText, string(asked))
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &p)
	}
	if err != nil {
		return peers{Absent: fmt.Sprintf("%v %s", err, strings.TrimSpace(stderr.String()))}
	}
	return p
}
