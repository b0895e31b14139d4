package repl

import (
	"fmt"
	"strconv"

	"funmem/eval/engine"
	"funmem/semantics/diag"
)

// Settings are the choices that hold for a whole session.
type Settings struct {
	Engine   string          // "value" or "heap": what evaluates and prints
	Schedule engine.Schedule // the order of a kernel's iterations
	Memory   int64           // bytes that an evaluation may take
	Limit    int             // elements of an array that are printed; 0: all
}

// Defaults are the settings of a new session.
func Defaults() Settings {
	return Settings{Engine: "value", Memory: halfOfMemory(), Limit: 100}
}

func (s Settings) options() engine.Options {
	return engine.Options{Schedule: s.Schedule, Memory: s.Memory}
}

// setting is one thing that :set shows and changes.
type setting struct {
	name   string
	help   string
	values []string // for completion
	show   func(s *Settings) string
	set    func(s *Settings, text string) error
}

var settings = []setting{
	{
		name: "engine", help: "value or heap: the semantics that evaluates and prints", values: []string{"heap", "value"},
		show: func(s *Settings) string { return s.Engine },
		set:  func(s *Settings, text string) error { return SetEngine(s, text) },
	},
	{
		name: "limit", help: "how many elements of an array are printed; 0 prints all",
		show: func(s *Settings) string { return strconv.Itoa(s.Limit) },
		set: func(s *Settings, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				return usagef("%q is not a number of elements", text).Helpf("write `:set limit 200`, or 0 to print everything")
			}
			s.Limit = n
			return nil
		},
	},
	{
		name: "memory", help: "how much memory an evaluation may take",
		show: func(s *Settings) string { return engine.Bytes(s.Memory) },
		set: func(s *Settings, text string) error {
			n, err := engine.ParseBytes(text)
			if err == nil {
				s.Memory = n
			}
			return err
		},
	},
	{
		name: "schedule", help: "the order in which a kernel's iterations run: forward, reverse or random:SEED",
		values: []string{"forward", "random:1", "reverse"},
		show:   func(s *Settings) string { return s.Schedule.String() },
		set: func(s *Settings, text string) error {
			o, err := engine.ParseSchedule(text)
			if err == nil {
				s.Schedule = o
			}
			return err
		},
	},
}

// engines are the engines that exist, by name.
var engines = []string{"value", "heap"}

// SetEngine chooses the engine with that name.
func SetEngine(s *Settings, name string) error {
	for _, e := range engines {
		if e == name {
			s.Engine = name
			return nil
		}
	}
	d := usagef("there is no engine %q, wanted value or heap", name)
	if near := diag.Nearest(name, engines); near != "" {
		d.Helpf("did you mean %s?", near)
	}
	return d
}

// fallbackMemory is what a machine is taken to have when it does not say.
const fallbackMemory = 8 << 30

func usagef(format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(diag.Usage, "", diag.Span{}, format, args...)
}

// describe is one line per setting.
func (s *Settings) describe() []string {
	var lines []string
	for _, t := range settings {
		lines = append(lines, fmt.Sprintf("%-9s %-12s %s", t.name, t.show(s), t.help))
	}
	return lines
}
