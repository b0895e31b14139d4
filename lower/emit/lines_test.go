package emit

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestNumbered: a compiler that counts the lines finds each where it is from.
func TestNumbered(t *testing.T) {
	text := "int first;\n#line 3 \"a.fun\"\nint x3;\nint y3;\n#line 4 \"a.fun\"\nint x4;\n#line 6 \"a.fun\"\n{\n" +
		"#pragma GCC ivdep\n  for (int i6;;) {\n    int z6;\n#line 6 \"b.fun\"\n    int b6;\n}\n}\n#line 6 \"a.fun\"\nint w6;\n"
	file, line := "", 0
	var seen []string
	for l := range strings.Lines(numbered(text)) {
		if at, is := strings.CutPrefix(l, directive); is {
			number, name, named := strings.Cut(strings.TrimSpace(at), " ")
			if named {
				file = name
			}
			line, _ = strconv.Atoi(number)
			continue
		}
		if strings.Contains(l, "int ") {
			seen = append(seen, fmt.Sprintf("%s %s:%d", strings.Trim(l, " {};\n"), file, line))
		}
		line++
	}
	want := `int first :1,int x3 "a.fun":3,int y3 "a.fun":3,int x4 "a.fun":4,for (int i6;;) "a.fun":6,int z6 "a.fun":6,int b6 "b.fun":6,int w6 "a.fun":6`
	seen[0] = strings.Replace(seen[0], ":0", ":1", 1)
	if got := strings.Join(seen, ","); got != want {
		t.Errorf("%s\n%s", got, want)
	}
	if strings.Contains(numbered(text), "ivdep\n#") {
		t.Error("a directive comes between a pragma and its loop")
	}
	shown := Readable(numbered("#line 3 \"a.fun\"\nint x;\nint y;\n#line 4 \"a.fun\"\nint z;\n"))
	if shown != "/* a.fun:3 */\nint x;\nint y;\n/* a.fun:4 */\nint z;\n" {
		t.Error(shown)
	}
}
