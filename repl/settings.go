package repl

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Settings are the choices that hold for a whole session.
type Settings struct {
	Engine   string          // "value", "heap" or "imp": what evaluates and prints
	Schedule engine.Schedule // the order of a kernel's iterations
	Memory   int64           // bytes that an evaluation may take
	Limit    int             // elements of an array that are printed; 0: all
	Digits   int             // significant digits of f64; 0: doubles
}

// Defaults are the settings of a new session.
func Defaults() Settings {
	return Settings{Engine: "value", Memory: halfOfMemory(), Limit: 100}
}

func (s Settings) options() engine.Options {
	return engine.Options{Schedule: s.Schedule, Memory: s.Memory, Digits: s.Digits}
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
		name: "engine", help: "value, heap or imp: the semantics that evaluates and prints", values: []string{"heap", "imp", "value"},
		show: func(s *Settings) string { return s.Engine },
		set:  setEngine,
	},
	{
		name: "limit", help: "how many elements of an array are printed; 0 prints all",
		show: func(s *Settings) string { return strconv.Itoa(s.Limit) },
		set: func(s *Settings, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				return usagef("%q is not a number of elements", text).Helpf("write a number such as 200, or 0 to print everything")
			}
			s.Limit = n
			return nil
		},
	},
	{
		name: "memory", help: "how much memory an evaluation may take",
		show: func(s *Settings) string { return engine.Bytes(s.Memory) },
		set:  setMemory,
	},
	{
		name: "precision", help: "how many digits an f64 has: double, or a number", values: []string{"30", "double"},
		show: func(s *Settings) string {
			if s.Digits == 0 {
				return "double"
			}
			return diag.Count(s.Digits, "digit")
		},
		set: setPrecision,
	},
	{
		name: "schedule", help: "the order in which a kernel's iterations run: forward, reverse or random:SEED",
		values: []string{"forward", "random:1", "reverse"},
		show:   func(s *Settings) string { return s.Schedule.String() },
		set:    setSchedule,
	},
}

// engines are the engines that exist, by name.
var engines = []string{"value", "heap", "imp"}

func setEngine(s *Settings, name string) error {
	for _, e := range engines {
		if e == name {
			s.Engine = name
			return nil
		}
	}
	d := usagef("there is no engine %q, wanted value, heap or imp", name)
	if near := diag.Nearest(name, engines); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	return d.Helpf("value prints what the program means, heap runs it with its memory too, imp runs its IMP form")
}

// setMemory refuses more than the machine has: taking it would end the process.
func setMemory(s *Settings, text string) error {
	n, err := engine.ParseBytes(text)
	if err != nil {
		return usagef("%q is not a size of memory", text).Helpf("write 500M, 2G or a number of bytes")
	}
	if most, known := machineMemory(); known && n > most {
		return usagef("%s of memory is more than the machine has, which is %s", engine.Bytes(n), engine.Bytes(most)).
			Helpf("%dM is the most", most>>20)
	}
	s.Memory = n
	return nil
}

// setPrecision reads a number of digits of decimal arithmetic, or double, which is kept as 0.
func setPrecision(s *Settings, text string) error {
	if strings.HasPrefix("double", text) && text != "" {
		s.Digits = 0
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > num.MaxDigits {
		return usagef("%q is no precision", text).Helpf("write a number of digits from 1 to %d, or double", num.MaxDigits)
	}
	s.Digits = n
	return nil
}

var schedules = []string{"forward", "reverse", "random:1"}

func setSchedule(s *Settings, text string) error {
	o, err := engine.ParseSchedule(text)
	if err == nil {
		s.Schedule = o
		return nil
	}
	d := usagef("%s", err)
	for _, name := range schedules {
		if text != "" && strings.HasPrefix(name, text) {
			return d.Helpf("did you mean %s?", name)
		}
	}
	if near := diag.Nearest(text, schedules); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	return d.Helpf("write reverse, or random:7 for an order of its own")
}

// halfOfMemory is what an evaluation may take where nothing else is said.
func halfOfMemory() int64 {
	if most, known := machineMemory(); known {
		return most / 2
	}
	return 4 << 30
}

// Set changes the setting with that name.
func (s *Settings) Set(name, text string) error {
	for _, t := range settings {
		if t.name == name {
			return t.set(s, text)
		}
	}
	return usagef("there is no setting %q", name)
}

// describe is one line per setting.
func (s *Settings) describe() []string {
	var lines []string
	for _, t := range settings {
		lines = append(lines, fmt.Sprintf("%-9s %-12s %s", t.name, t.show(s), t.help))
	}
	return lines
}
