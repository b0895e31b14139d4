package cli_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// deviceFile is a file with a benchmark whose kernel may run on a device.
func deviceFile(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "d.fun")
	text := "def squares [n] (x : [n]int) = kernel i <= n do x[i] * x[i] + 1\n-- bench: let x = iota 1000 in squares(x)\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBenchDevice: the times of a device stand beside those of another engine, with what a run asks of it.
func TestBenchDevice(t *testing.T) {
	for name, n := range map[string]struct {
		requires, engine string
	}{"opencl": {"REQUIRE_OPENCL", "opencl"}, "cuda": {"REQUIRE_CUDA", "cuda"}, "host": {"REQUIRE_CC", "native"}} {
		t.Run(name, func(t *testing.T) {
			of := session.Native
			if d := session.DeviceOf(name); d != nil {
				of = d.Engine
			}
			_, err := of()
			testkit.Needs(t, n.requires, err)
			out, err := bench(t, &cli.Options{Settings: session.Defaults(), Device: name, JSON: true}, deviceFile(t))
			var got struct {
				Engine  string
				Results []struct {
					Device *struct {
						Launches int
						In       int `json:"words_in"`
						Out      int `json:"words_out"`
					}
					Beside struct {
						Engine string
						Median float64 `json:"median_ns"`
					}
				}
			}
			if err != nil || json.Unmarshal([]byte(out), &got) != nil || len(got.Results) != 1 {
				t.Fatalf("%v\n%s", err, out)
			}
			r := got.Results[0]
			if got.Engine != n.engine || r.Beside.Engine == n.engine || !(r.Beside.Median > 0) || (r.Device == nil) != (name == "host") {
				t.Errorf("%s", out)
			}
			if d := r.Device; d != nil && (d.Launches < 1 || d.In < 1 || d.In > 10 || d.Out < 1 || d.Out > 10) {
				t.Errorf("%+v", d)
			}
			out, err = bench(t, &cli.Options{Settings: session.Defaults(), Device: name}, deviceFile(t))
			if err != nil || !strings.Contains(out, " × as long\n") || strings.Contains(out, " a run: 1 launch, ") != (name != "host") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestBenchNoDevice: a device that is missing, and what cannot be timed on one, is a wrong request.
func TestBenchNoDevice(t *testing.T) {
	refused := func(o *cli.Options, want string) {
		t.Helper()
		_, err := bench(t, o, deviceFile(t))
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Kind != diag.Usage || !strings.Contains(d.Msg, want) {
			t.Errorf("%v, and not %q", err, want)
		}
	}
	for _, d := range session.Devices {
		var absent *gpu.Absent
		if _, err := d.Engine(); errors.As(err, &absent) {
			refused(&cli.Options{Settings: session.Defaults(), Device: d.Name}, absent.Error())
		}
	}
	refused(&cli.Options{Settings: session.Defaults(), Device: "tpu"}, `there is no kind of device "tpu"`)
	refused(&cli.Options{Settings: session.Defaults(), Device: "host", Check: true}, "run on no device")
	other := &cli.Options{Settings: session.Defaults(), Device: "opencl"}
	other.Settings.Engine = "heap"
	refused(other, "--engine says heap")
}
