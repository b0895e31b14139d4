package dps_test
import ("testing";"time")
func TestTmp(t *testing.T) {
	for _, f := range files { for _, p := range cases(t, f) { s := time.Now(); p.Last(t, "dps", 10); if d := time.Since(s); d > 200*time.Millisecond { t.Log(f, p.Name, d) } } }
}
