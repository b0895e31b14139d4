package session

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Settings are the choices for a whole session.
type Settings struct {
	Engine    string          // the engine that evaluates and prints: one of Engines
	Schedule  engine.Schedule // the order of a kernel's iterations
	Memory    int64           // bytes that an evaluation may take
	Limit     int             // elements of an array that are printed; 0: all
	Digits    int             // significant digits of f64; 0: doubles
	AsWritten bool            // programs are run as written, and not fused before
	Lower     string          // whether hot functions become native code: one of Lowerings
	Contract  bool            // native code may compute x * y + z of f64s with one rounding
	Verify    int             // of so many results of native code one is compared with the engine below, and the first for each shape; 0: none
	Threads   int             // for the iterations of a kernel; 0: one for each core, up to usualThreads
}

// Defaults are the settings of a new session.
func Defaults() Settings {
	return Settings{Engine: "value", Memory: halfOfMemory(), Limit: 100, Lower: "off", Verify: verifyAuto}
}

// Options are those of a run under the settings.
func (s Settings) Options() engine.Options {
	threads := s.Threads
	if threads == 0 {
		threads = min(runtime.GOMAXPROCS(0), usualThreads)
	}
	return engine.Options{Schedule: s.Schedule, Memory: s.Memory, Digits: s.Digits, Threads: threads}
}

// Setting is one thing that :set shows and changes.
type Setting struct {
	Name   string
	help   string
	Values []string // for completion
	Show   func(s *Settings) string
	Set    func(s *Settings, text string) error
}

var SettingTable = []Setting{
	{
		Name: "contract", help: "on: native code computes x * y + z of f64s with one rounding, so that last digits may differ", Values: []string{"off", "on"},
		Show: func(s *Settings) string { return onOff(s.Contract) },
		Set:  setContract,
	},
	{
		Name: "engine", help: "value, heap or imp: the semantics that evaluates and prints, or native: value, by compiled C, or cuda, opencl: the same with kernels on a device", Values: []string{"cuda", "heap", "imp", "native", "opencl", "value"},
		Show: ShowEngine,
		Set:  SetEngine,
	},
	{
		Name: "fusion", help: "on: arrays that only exist to be read are fused away before a program runs", Values: []string{"off", "on"},
		Show: func(s *Settings) string { return onOff(!s.AsWritten) },
		Set:  setFusion,
	},
	{
		Name: "limit", help: "how many elements of an array are printed; 0 prints all",
		Show: func(s *Settings) string { return strconv.Itoa(s.Limit) },
		Set: func(s *Settings, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				return diag.Usagef("%q is not a number of elements", text).Helpf("write a number such as 200, or 0 to print everything")
			}
			s.Limit = n
			return nil
		},
	},
	{
		Name: "lower", help: "auto, host, cuda or opencl: a function that has taken long becomes native code, in the background", Values: Lowerings,
		Show: showLower,
		Set:  setLower,
	},
	{
		Name: "memory", help: "how much memory an evaluation may take",
		Show: func(s *Settings) string { return engine.Bytes(s.Memory) },
		Set:  setMemory,
	},
	{
		Name: "precision", help: "how many digits an f64 has: double, or a number", Values: []string{"30", "double"},
		Show: func(s *Settings) string {
			if s.Digits == 0 {
				return "double"
			}
			return diag.Count(s.Digits, "digit")
		},
		Set: setPrecision,
	},
	{
		Name: "schedule", help: "the order in which a kernel's iterations run: forward, reverse or random:SEED",
		Values: []string{"forward", "random:1", "reverse"},
		Show:   func(s *Settings) string { return s.Schedule.String() },
		Set:    setSchedule,
	},
	{
		Name: "threads", help: "how many threads run a kernel or a sum; all is one for each core, up to 8", Values: []string{"1", "all"},
		Show: func(s *Settings) string {
			if s.Threads == 0 {
				return "all"
			}
			return strconv.Itoa(s.Threads)
		},
		Set: setThreads,
	},
	{
		Name: "verify", help: "compare the first result of native code for each shape, and then one of so many; 0: none", Values: []string{"0", "1", "auto"},
		Show: func(s *Settings) string {
			if s.Verify == verifyAuto {
				return "auto"
			}
			return strconv.Itoa(s.Verify)
		},
		Set: setVerify,
	},
}

// mostThreads limits the threads, each of which has its own copy of the code of a kernel. usualThreads limits those that
// nobody asked for.
const (
	mostThreads  = 64
	usualThreads = 8
)

// onOff shows a switch.
func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// readOnOff reads a switch. help says what it is for.
func readOnOff(text, help string) (on bool, err error) {
	if text != "on" && text != "off" {
		return false, diag.Usagef("%q is neither on nor off", text).Helpf("%s", help)
	}
	return text == "on", nil
}

func setFusion(s *Settings, text string) error {
	on, err := readOnOff(text, "results are the same; `off` runs programs as they are written, to measure what fusion gains")
	if err == nil {
		s.AsWritten = !on
	}
	return err
}

func setContract(s *Settings, text string) error {
	on, err := readOnOff(text, "on lets native code compute x * y + z of f64s with one rounding instead of two")
	if err == nil {
		s.Contract = on
	}
	return err
}

func setThreads(s *Settings, text string) error {
	if text == "all" {
		s.Threads = 0
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostThreads {
		return diag.Usagef("%q is not a number of threads from 1 to %d", text, mostThreads).Helpf("write a number such as 2, or `all` for one thread for each core, up to 8; the results are the same")
	}
	s.Threads = n
	return nil
}

// Engines are the engines that exist, by name.
var Engines = []string{"value", "heap", "imp", "native", "cuda", "opencl"}

// Compiles tells whether the engine compiles all that is evaluated.
func (s Settings) Compiles() bool { return s.Engine == "native" || s.OnDevice() }

// OnHeap tells whether the engine is that of another semantics than of values.
func (s Settings) OnHeap() bool { return s.Engine == "heap" || s.Engine == "imp" }

// ShowEngine names the engine, and says why native code is missing.
func ShowEngine(s *Settings) string {
	if err := s.NoNative(); err != nil {
		return fmt.Sprintf("%s, but %s; the engine below evaluates", s.Engine, err)
	}
	return s.Engine
}

// SetEngine chooses the engine of a name.
func SetEngine(s *Settings, name string) error {
	for _, e := range Engines {
		if e == name {
			s.Engine = name
			return nil
		}
	}
	d := diag.Usagef("there is no engine %q, wanted value, heap, imp, native, cuda or opencl", name)
	if near := diag.Nearest(name, Engines); near != "" {
		return d.Helpf("did you mean %s?", near)
	}
	return d.Helpf("value prints what the program means, heap runs it with its memory too, imp runs its IMP form, native compiles it, cuda and opencl run its kernels on a device")
}

// setMemory refuses more memory than the machine has: using it would end the process.
func setMemory(s *Settings, text string) error {
	n, err := engine.ParseBytes(text)
	if err != nil {
		return diag.Usagef("%q is not a size of memory", text).Helpf("write 500M, 2G or a number of bytes")
	}
	if most, known := MachineMemory(); known && n > most {
		return diag.Usagef("%s of memory is more than the machine has, which is %s", engine.Bytes(n), engine.Bytes(most)).
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
		return diag.Usagef("%q is no precision", text).Helpf("write a number of digits from 1 to %d, or double", num.MaxDigits)
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
	d := diag.Usagef("%s", err)
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

// halfOfMemory is the memory that an evaluation may take by default.
func halfOfMemory() int64 {
	if most, known := MachineMemory(); known {
		return most / 2
	}
	return 4 << 30
}

// Set changes the setting with that name.
func (s *Settings) Set(name, text string) error {
	for _, t := range SettingTable {
		if t.Name == name {
			return t.Set(s, text)
		}
	}
	return diag.Usagef("there is no setting %q", name)
}

// Describe is one line per setting.
func (s *Settings) Describe() []string {
	var lines []string
	for _, t := range SettingTable {
		lines = append(lines, fmt.Sprintf("%-9s %-12s %s", t.Name, t.Show(s), t.help))
	}
	return lines
}
