// Package browser opens pages in a browser without a window, for tests.
package browser

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"funmem/internal/testkit"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Tab is a page of a browser.
type Tab struct {
	t   testing.TB
	ctx context.Context
}

// Open opens a browser that ends with the test. Where there is none, the test is skipped, or fails with REQUIRE_CHROMIUM=1.
func Open(t testing.TB) *Tab {
	t.Helper()
	path, err := exec.LookPath("chromium")
	testkit.Needs(t, "REQUIRE_CHROMIUM", err)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Hour))
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	b := &Tab{t, ctx}
	b.must(chromedp.Do(ctx))
	return b
}

func (b *Tab) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// Page opens a page by its text, and waits until the body says that it is ready.
func (b *Tab) Page(text []byte, at string) {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "page.html")
	b.must(os.WriteFile(file, text, 0o666))
	b.File(file + at)
}

// File opens a file, which may have a place in it after #.
func (b *Tab) File(file string) {
	b.t.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.Navigate("file://"+file)))
	Run[bool](b, `new Promise(done => {
		const look = () => document.body.dataset.ready || document.readyState === "complete" && !document.getElementById("steps") ? done(true) : setTimeout(look, 5);
		look();
	})`)
}

// Opened is a page after its scripts have run.
func Opened(t testing.TB, text string) string {
	t.Helper()
	b := Open(t)
	b.Page([]byte(text), "")
	return Run[string](b, "document.documentElement.outerHTML")
}

// Run evaluates JavaScript in the page, and waits for a promise.
func Run[T any](b *Tab, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	b.must(err)
	return v
}

// Keys types into what has the focus.
func (b *Tab) Keys(keys string) {
	b.t.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.KeyEvent(keys)))
}

// Size makes the window as large as that.
func (b *Tab) Size(width, height int64) {
	b.t.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.EmulateViewport(width, height)))
}

// Media makes the page believe that it is on paper, or that dark or light colours are wanted.
func (b *Tab) Media(media, scheme string) {
	b.t.Helper()
	_, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
	})
	b.must(err)
}

// PDF is the page as it is printed.
func (b *Tab) PDF() []byte {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.PrintToPDF(chromedp.PDFPrintBackground()))
	b.must(err)
	return text
}

// Part is a part of the page as a screen reader tells it.
type Part struct{ Role, Name string }

// Told is what a screen reader tells of the page.
func (b *Tab) Told() (list []Part) {
	b.t.Helper()
	tree, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	b.must(err)
	text := func(v *accessibility.Value) string {
		if v == nil {
			return ""
		}
		var s string
		_ = json.Unmarshal(v.Value, &s) // otherwise it is no text
		return s
	}
	for _, n := range tree.Nodes {
		if !n.Ignored {
			list = append(list, Part{text(n.Role), text(n.Name)})
		}
	}
	return list
}
