package offload

import (
	"context"
	"sync"
	"time"

	"funmem/gpu"
	"funmem/semantics/diag"
)

// Profile is where the time of runs went. The device has nothing else to do while a part of it is measured, which takes
// longer than a run that nobody watches.
type Profile struct {
	lock sync.Mutex
	Report
}

// Report is what a profile says.
type Report struct {
	Runs    int
	Whole   time.Duration // from values to values
	Kernels []Spent       // in the order of their first launches
	In, Out Moved         // copies to the device and from it
}

// Spent is what a kernel took.
type Spent struct {
	Name     string // of its index
	At       diag.Span
	Launches int
	Threads  int64
	Words    int64 // of the blocks that it was given
	Took     time.Duration
}

// Moved is copies in one direction.
type Moved struct {
	Copies int
	Words  int64
	Took   time.Duration
}

// InKernels is what all kernels took.
func (r Report) InKernels() (sum time.Duration) {
	for _, k := range r.Kernels {
		sum += k.Took
	}
	return sum
}

// Take returns what the profile has so far, and empties it.
func (p *Profile) Take() Report {
	p.lock.Lock()
	defer p.lock.Unlock()
	r := p.Report
	p.Report = Report{}
	return r
}

// ran notes a run.
func (p *Profile) ran(begin time.Time) {
	if p == nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.Runs++
	p.Whole += time.Since(begin)
}

// started is when a command was given: by the device's own clock if it has one.
type started struct {
	r    *run
	at   time.Time
	mark gpu.Mark
}

// starts notes that a command is given now.
func (r *run) starts() *started {
	s := &started{r: r}
	if d, ok := r.device.(gpu.Timed); ok && r.profile != nil {
		var err error
		s.mark, err = d.Mark()
		r.must(err)
	}
	s.at = time.Now()
	return s
}

// drop frees the mark of a command that was not given.
func (s *started) drop() {
	if s.mark != nil {
		s.mark.Free()
	}
}

// took waits until the command is done, and returns how long it took.
func (s *started) took() time.Duration {
	r := s.r
	if s.mark == nil {
		r.must(r.device.Wait(r.ctx))
		return time.Since(s.at)
	}
	defer s.mark.Free()
	end, err := r.device.(gpu.Timed).Mark()
	r.must(err)
	defer end.Free()
	r.must(r.device.Wait(r.ctx)) // which can be interrupted
	d, err := end.Since(s.mark)
	r.must(err)
	return d
}

// launched notes a launch, once it is done.
func (r *run) launched(g *grid, threads, words int64, begin *started) {
	if r.profile == nil {
		return
	}
	took := begin.took()
	p := r.profile
	p.lock.Lock()
	defer p.lock.Unlock()
	for k := range p.Kernels {
		if s := &p.Kernels[k]; s.At == g.Of.Span && s.Name == g.Of.X.Name {
			s.Launches, s.Threads, s.Words, s.Took = s.Launches+1, s.Threads+threads, s.Words+words, s.Took+took
			return
		}
	}
	p.Kernels = append(p.Kernels, Spent{g.Of.X.Name, g.Of.Span, 1, threads, words, took})
}

// moved notes a copy, which copy makes.
func (r *run) moved(of func(p *Profile) *Moved, words int64, copy func() error) {
	if r.asked {
		r.idle()
	}
	if r.profile == nil {
		r.must(copy())
		return
	}
	r.idle()
	begin := time.Now()
	r.must(copy())
	took := time.Since(begin)
	p := r.profile
	p.lock.Lock()
	defer p.lock.Unlock()
	m := of(p)
	m.Copies, m.Words, m.Took = m.Copies+1, m.Words+words, m.Took+took
}

func toDevice(p *Profile) *Moved   { return &p.In }
func fromDevice(p *Profile) *Moved { return &p.Out }

// mostCopied is how many words are copied to measure a device.
const mostCopied = 1 << 25

// CopySpeed is how many bytes a device reads and writes in a second when it copies words within its memory: the most that
// a kernel may reach which does little else.
func CopySpeed(ctx context.Context, d gpu.Accelerator) (float64, error) {
	words := min(mostCopied, d.Limits().Words/16)
	if d.Limits().Buffer > 0 {
		words = min(words, d.Limits().Buffer)
	}
	from, err := d.Alloc(words)
	if err != nil {
		return 0, err
	}
	defer from.Free()
	to, err := d.Alloc(words)
	if err != nil {
		return 0, err
	}
	defer to.Free()
	best := 0.0
	for range 5 { // the first one takes longer
		if err := d.Wait(ctx); err != nil {
			return 0, err
		}
		begin := time.Now()
		if err := to.Copy(0, from, 0, words); err != nil {
			return 0, err
		}
		if err := d.Wait(ctx); err != nil {
			return 0, err
		}
		best = max(best, float64(2*8*words)/time.Since(begin).Seconds())
	}
	return best, nil
}
