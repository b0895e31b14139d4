package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Browser is the path of a browser without a window, or the test is skipped.
func Browser(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("chromium")
	Needs(t, "REQUIRE_CHROMIUM", err)
	return path
}

// Opened is a page after its scripts have run.
func Opened(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(Browser(t), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
