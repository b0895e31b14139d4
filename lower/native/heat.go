package native

import (
	"time"

	"funmem/semantics/syntax"
)

// Hot is how long the engine below works on a function before it is compiled in the background: about as long as that
// will take. mostDeclined is how often the engine below may decline before that: then nobody knows how long the function takes.
const (
	Hot          = 100 * time.Millisecond
	mostDeclined = 3
)

// heat is how much the engine below has done for a function or an expression.
type heat struct {
	engine   *Engine
	spent    time.Duration
	runs     int
	declined int
}

// add notes a run of the engine below.
func (h *heat) add(d time.Duration, ok bool) {
	h.engine.lock.Lock()
	defer h.engine.lock.Unlock()
	h.runs++
	h.spent += d
	if !ok {
		h.declined++
	}
}

// isHot tells whether code should be made. The engine is locked.
func (h *heat) isHot() bool { return h.spent >= Hot || h.declined >= mostDeclined }

// heatOf is the heat of a function or an expression. The engine is locked.
func (n *Engine) heatOf(key syntax.Node) *heat {
	h := n.heat[key]
	if h == nil {
		if len(n.heat) >= mostCompiled {
			clear(n.heat)
		}
		h = &heat{engine: n}
		n.heat[key] = h
	}
	return h
}
