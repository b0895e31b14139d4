package suite

import (
	"strings"
	"testing"
)

// TestJudge gives answers of commands to judge.
func TestJudge(t *testing.T) {
	pattern := "out of .*"
	printed := "^Error: index"
	traced := "index.*a.fut:7.*a.fut:9"
	stuck := `{"error":{"kind":"stuck","message":"index 3 is out of bounds","at":"a.fun:1:2"}}`
	for _, c := range []struct {
		command string
		want    Want
		status  int
		out     string
		judged  string // the verdict, whether that is as wanted, and why
	}{
		{"check", Want{}, 0, `{"ok":true,"validStatus":"proved"}`, "proved ok"},
		{"check", Want{}, 0, `{"ok":true,"validStatus":"tested"}`, "tested ok"},
		{"check", Want{}, 0, `{"ok":true}`, "unknown"},
		{"check", Want{}, 3, `{"ok":true,"validStatus":"tested","unknown":"no time"}`, "unknown no time"},
		{"check", Want{}, 3, `{"typed":true,"defs":[{"def":"f","tested":5,"beside":6,"smallestOutside":{"message":"m","at":"a.fun:1:2"}}]}`, "unknown `f` is stuck on 6 inputs where no assertion fails, as here: a.fun:1:2: m"},
		{"check", Want{}, 3, `{"typed":true,"notRun":[{"def":"f","at":"a.fun:1:2","why":"it has no inputs"}]}`, "unknown `f` did not run: it has no inputs"},
		{"check", Want{}, 3, `{"typed":true,"empty":true}`, "unknown there is nothing to run in it"},
		{"check", Want{}, 1, `{"ok":false,"validStatus":"tested"}`, "tested a warning, and --strict is given"},
		{"check", Want{}, 1, `{"ok":false,"stuck":{"message":"m","at":"a.fun:1:2"}}`, "refuted a.fun:1:2: m"},
		{"check", Want{}, 1, `{"ok":false,"defs":[{"def":"f","check":{"messages":[{"kind":"race","message":"m","at":"a.fun:1:2"}]}}]}`, "refuted a.fun:1:2: m"},
		{"check", Want{}, 2, `{"error":{"kind":"type","rule":"T-VAR","message":"m","at":"a.fun:1:2"}}`, "ill-typed a.fun:1:2: m [T-VAR]"},
		{"check", Want{}, 2, `{"error":{"kind":"usage","message":"cannot read it"}}`, "unknown cannot read it"},
		{"run", Want{}, 2, `{"error":{"kind":"syntax","message":"m","at":"standard input:1:1"}}`, "unknown standard input:1:1: m"},
		{"run", Want{}, 2, `{"error":{"kind":"syntax","message":"m","at":"xs.in:1:1"}}`, "unknown xs.in:1:1: m"},
		{"run", Want{}, 2, `{"error":{"kind":"type","message":"m","at":"imported.fun:1:1"}}`, "ill-typed imported.fun:1:1: m"},
		{"check", Want{}, 3, `{"error":{"kind":"unknown","message":"no memory"},"verdict":"unknown","unknown":"no memory"}`, "unknown no memory"},
		{"check", Want{}, 1, `{"error":{"kind":"bug","message":"m"}}`, "unknown m"},
		{"check", Want{}, 0, ``, "unknown said"},
		{"check", Want{Verdict: Refuted}, 1, `{"ok":false,"messages":[{"message":"m"}]}`, "refuted ok m"},
		{"check", Want{Verdict: Refuted}, 0, `{"ok":true,"validStatus":"tested"}`, "tested wanted refuted"},
		{"check", Want{Verdict: Proved}, 0, `{"ok":true,"validStatus":"tested"}`, "tested wanted proved"},
		{"validate", Want{}, 0, `{"ok":true,"validStatus":"proved","verdict":"valid"}`, "proved ok"},
		{"validate", Want{}, 1, `{"ok":false,"verdict":"ill-typed","validStatus":"refuted","typeErrors":[{"kind":"type","message":"m","at":"b.fun:1:2"}]}`, "ill-typed b.fun:1:2: m"},
		{"validate", Want{}, 3, `{"verdict":"valid","validStatus":"tested","missing":["f"]}`, `unknown not all is compared: ["f"]`},
		{"validate", Want{}, 3, `{"verdict":"stuck-before","subjects":[{"stuck":{"message":"m","at":"a.fun:1:2"}}]}`, "unknown a.fun:1:2: m"},
		{"validate", Want{}, 0, `{"ok":true,"steps":[{"from":"a","to":"b","ok":true,"validStatus":"proved"},{"from":"b","to":"c","ok":true,"validStatus":"proved"}]}`, "proved ok"},
		{"validate", Want{}, 0, `{"ok":true,"steps":[{"from":"a","to":"b","ok":true,"validStatus":"proved"},{"from":"b","to":"c","ok":true,"validStatus":"tested"}]}`, "tested ok"},
		{"validate", Want{}, 1, `{"ok":false,"steps":[{"from":"a","to":"b","validStatus":"tested"},{"from":"b","to":"c","ok":false,"validStatus":"refuted","messages":[{"message":"m","at":"c:1:2"}]}]}`, "refuted c:1:2: m"},
		{"validate", Want{}, 1, `{"ok":false,"steps":[{"from":"a","to":"b","ok":false,"verdict":"ill-typed","typeErrors":[{"kind":"type","message":"m","at":"b:1:2"}]}]}`, "ill-typed b:1:2: m"},
		{"validate", Want{}, 3, `{"steps":[{"from":"a","to":"b","ok":true,"validStatus":"proved"},{"from":"b","to":"c","verdict":"unknown","unknown":"no time"}]}`, "unknown no time"},
		{"validate", Want{}, 2, `{"error":{"kind":"usage","message":"m"},"steps":[{"from":"a","to":"b","ok":true,"validStatus":"proved"}]}`, "unknown m"},
		{"validate", Want{}, 1, `{"ok":false,"validStatus":"refuted","steps":[{"before":"x","message":"no finding"}],"messages":[{"message":"m","at":"b:1:2"}]}`, "refuted b:1:2: m"},
		{"run", Want{}, 0, `{"results":[]}`, "tested ok"},
		{"run", Want{}, 0, `{"results":[],"empty":true}`, "unknown there is nothing to run in it"},
		{"run", Want{}, 1, stuck, "refuted a.fun:1:2: index 3 is out of bounds"},
		{"run", Want{Error: &pattern}, 1, stuck, "tested ok"},
		{"run", Want{Error: &printed}, 1, stuck, "tested ok"},
		{"run", Want{Error: &pattern}, 0, `{"results":[]}`, "refuted it ended with values, and wanted an error"},
		{"run", Want{Error: &pattern}, 1, strings.ReplaceAll(stuck, "out of", "in"), `refuted it is stuck, with another message than one like "out of .*"`},
		{"run", Want{Error: &traced}, 1, stuck, `unknown it is stuck, and wanted an error with places of the source, which a dump has not all: "index.*a.fut:7.*a.fut:9"`},
		{"run", Want{Error: &traced}, 0, `{"results":[]}`, "refuted it ended with values, and wanted an error"},
		{"run", Want{Error: &pattern}, 2, `{"error":{"kind":"syntax","message":"out of it"}}`, "ill-typed out of it"},
		{"run", Want{Error: &pattern}, 3, `{"error":{"kind":"unknown","message":"out of memory"}}`, "unknown out of memory"},
		{"test", Want{}, 0, `{"failures":[],"ok":true,"passed":2}`, "tested ok"},
		{"test", Want{}, 1, `{"failures":[{"at":"a.fun:2:1","message":"m","found":"6\nx","wanted":"7"}],"ok":false}`, "refuted a.fun:2:1: m: found 6, wanted 7"},
		{"test", Want{}, 3, `{"failures":[],"passed":0}`, "unknown it has no examples"},
		{"prove", Want{}, 0, `{"ok":true,"validStatus":"proved"}`, "proved ok"},
		{"prove", Want{}, 0, "proved", "unknown said"},
		{"prove", Want{}, 3, `{"empty":true}`, "unknown there is nothing to run in it"},
		{"prove", Want{}, 3, `{"verdict":"unknown","unknown":"not proved: 2 points are not shown"}`, "unknown not proved: 2 points are not shown"},
		{"prove", Want{}, 2, `{"error":{"kind":"syntax","message":"m","at":"a.fun:1:2"}}`, "ill-typed a.fun:1:2: m"},
		{"prove", Want{}, 1, `{"error":{"kind":"invalid","message":"m","at":"a.fun:1:2"}}`, "refuted a.fun:1:2: m"},
	} {
		j := judge(t.Context(), ".", &Case{Args: []string{c.command, "a.fun", "--in", "xs=xs.in"}, Files: []string{"a.fun"}, Want: c.want}, Answer{Status: c.status, Out: c.out, Err: "said\n"})
		got := string(j.verdict)
		if j.ok {
			got += " ok"
		}
		got = strings.TrimSpace(got + " " + j.why)
		if want := c.judged; got != want && got != want+" said" {
			t.Errorf("%s, %d, %s: %s, wanted %s", c.command, c.status, c.out, got, want)
		}
	}
}
