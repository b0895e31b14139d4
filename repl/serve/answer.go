package serve

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"

	"funmem/repl/suite"
	"funmem/semantics/diag"
)

// Protocol is the version of the requests and answers.
const Protocol = 1

// answer is a line that goes out. It has a result or an error.
type answer struct {
	ID     json.RawMessage `json:"id"`               // null where the line of the request had none
	Status *int            `json:"status,omitempty"` // the exit status of the sub-command
	Result json.RawMessage `json:"result,omitempty"` // its object, or another value
	Error  json.RawMessage `json:"error,omitempty"`  // what is wrong
	Errors json.RawMessage `json:"errors,omitempty"` // all that is wrong, if there is more
	Said   string          `json:"said,omitempty"`   // notes of the sub-command
}

// writer writes answers, one at a time.
type writer struct {
	mu   sync.Mutex
	out  io.Writer
	err  error // the first one; nothing is written after it
	fail func(error)
}

// write writes an answer.
func (w *writer) write(a answer) {
	var line bytes.Buffer
	e := json.NewEncoder(&line) // which ends the line
	e.SetEscapeHTML(false)
	err := e.Encode(a)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if err == nil {
		_, err = w.out.Write(line.Bytes())
	}
	if w.err = err; err != nil {
		w.fail(err)
	}
}

// failed is an answer that is an error.
func failed(id json.RawMessage, d *diag.Diagnostic) answer {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return answer{ID: id, Error: text}
}

// done is an answer with a value.
func done(id json.RawMessage, v any) answer {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return answer{ID: id, Result: text}
}

// answered is the answer to a request that a worker performed. An object with an error and no verdict is an error.
func answered(id json.RawMessage, a suite.Answer) answer {
	object := struct{ Error, Errors, Verdict json.RawMessage }{}
	raw := bytes.TrimSpace([]byte(a.Out))
	if err := json.Unmarshal(raw, &object); err != nil {
		return failed(id, diag.Errorf(diag.Bug, "", diag.Span{}, "the sub-command printed no object: %s", strings.TrimSpace(a.Err)))
	}
	to := answer{ID: id, Status: &a.Status}
	if object.Error != nil && object.Verdict == nil {
		to.Error, to.Errors = object.Error, object.Errors
		return to
	}
	to.Result, to.Said = raw, strings.TrimSpace(a.Err)
	return to
}
