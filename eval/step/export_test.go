package step

import (
	"context"

	"funmem/eval/memory"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// RecordAll is Record with the blocks by their numbers, and what the evaluation found.
func RecordAll(ctx context.Context, p *syntax.Program, o Options) (*Story, map[*heap.Block]int, *memory.Outcome, error) {
	r, out, err := record(ctx, p, o, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	return r.story, r.numbers, out, nil
}
