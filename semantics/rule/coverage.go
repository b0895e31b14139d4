package rule

import "sync"

// Coverage counts how often each rule applied and how often it refused. A nil
// Coverage counts nothing.
type Coverage struct {
	mu      sync.Mutex
	applied map[string]int
	refused map[string]int
}

// NewCoverage is a Coverage with no counts.
func NewCoverage() *Coverage {
	return &Coverage{applied: map[string]int{}, refused: map[string]int{}}
}

// Apply counts one instance of the rule.
func (c *Coverage) Apply(name string) {
	if c != nil {
		c.mu.Lock()
		c.applied[name]++
		c.mu.Unlock()
	}
}

// Refuse counts one refusal by the rule.
func (c *Coverage) Refuse(name string) {
	if c != nil {
		c.mu.Lock()
		c.refused[name]++
		c.mu.Unlock()
	}
}

// Counts gives how often the rule applied and refused.
func (c *Coverage) Counts(name string) (applied, refused int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.applied[name], c.refused[name]
}
