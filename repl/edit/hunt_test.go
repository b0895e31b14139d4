package edit
import ("testing";"math/rand";"bytes";"io";"time";"os";"runtime/pprof";"fmt";"strings")
func TestHunt(t *testing.T) {
	pieces := []string{"a","b"," ","\r","\n","\x01","\x02","\x03","\x05","\x06","\x07","\x08","\t","\t\t","\x0b","\x0c","\x0e","\x10","\x12","\x13","\x15","\x17","\x19","\x1a","\x1b[A","\x1b[B","\x1b[C","\x1b[D","\x1b[3~","\x1bb","\x1bf","\x1bd","\x1b\x7f","\x7f","漢","\xff","\xc3","\xe2","\x1b[200~x\ny\x1b[201~","\x1b","[","O","\x80"}
	for n := 0; n < 150000; n++ {
		var b strings.Builder
		for i := rand.Intn(20); i >= 0; i-- { b.WriteString(pieces[rand.Intn(len(pieces))]) }
		typed := b.String(); if n%2==0 { bb := []byte(typed); for j := range bb { if rand.Intn(4)==0 { bb[j] = byte(rand.Intn(64)) } }; typed = string(bb) }
		s := start(t, bytes.NewReader([]byte(typed)), Options{Complete: func(line string, pos int) ([]string, int) { return []string{"ab","abc","b","漢字",line}, 0 }})
		done := make(chan bool)
		go func() {
			for { line, err := s.ReadLine("fun> "); if err == io.EOF { break }; if err == nil { s.AddHistory(line) } }
			s.Close(); close(done)
		}()
		select { case <-done: case <-time.After(2*time.Second):
			fmt.Printf("HANG %q\n", typed)
			pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
			os.Exit(1) }
	}
}

func FuzzHunt(f *testing.F) {
	f.Add([]byte("abc\x1b[3~\r\x12a\x07\t\t\x0b"))
	f.Fuzz(func(t *testing.T, typed []byte) {
		if len(typed) > 1<<10 { return }
		fin := time.AfterFunc(4*time.Second, func() {
			w, _ := os.Create("/tmp/d3/hang.txt")
			fmt.Fprintf(w, "%q\n", typed)
			pprof.Lookup("goroutine").WriteTo(w, 2)
			w.Close()
		})
		defer fin.Stop()
		s := start(t, bytes.NewReader(typed), Options{Complete: func(line string, pos int) ([]string, int) {
			return []string{"ab", "abc", "b", "漢字", line}, 0
		}})
		for { line, err := s.ReadLine("fun> "); if err == io.EOF { break }; if err == nil { s.AddHistory(line) } }
		s.Close()
	})
}
