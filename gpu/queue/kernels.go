package queue

import (
	"context"
	"fmt"
	"strings"

	"funmem/gpu"
)

// kernels are a built program.
type kernels struct {
	d   *device
	id  Handle            // 0: it was freed
	all map[string]Handle // by name
}

// mostLog is how many bytes of what the compiler says are kept.
const mostLog = 4096

func (d *device) Build(ctx context.Context, source string, may gpu.Freedom) (gpu.Kernels, error) {
	key := fmt.Sprint(may.Contract) + source
	d.lock.Lock()
	k := d.built[key]
	d.lock.Unlock()
	if k != nil {
		return k, nil
	}
	type outcome struct {
		k   *kernels
		err error
	}
	done := make(chan outcome, 1)
	go func() { // which keeps what it builds, though nobody may wait for it any more
		k, err := d.build(key, source, may)
		done <- outcome{k, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		return o.k, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// build compiles a text, unless another one has done so meanwhile.
func (d *device) build(key, source string, may gpu.Freedom) (*kernels, error) {
	d.building.Lock()
	defer d.building.Unlock()
	d.life.RLock()
	defer d.life.RUnlock()
	if err := d.usable(); err != nil {
		return nil, err
	}
	d.lock.Lock()
	old := d.built[key]
	d.lock.Unlock()
	if old != nil {
		return old, nil
	}
	id, err := d.Driver.Build(source, may)
	if refused, ok := err.(*gpu.CompileError); ok {
		refused.Output = strings.TrimSpace(refused.Output)
		refused.Output = refused.Output[:min(len(refused.Output), mostLog)]
		return nil, refused
	}
	if err != nil {
		return nil, d.failed("compiling for "+d.Name(), 0, err)
	}
	k := &kernels{d: d, id: id, all: map[string]Handle{}}
	d.lock.Lock()
	defer d.lock.Unlock()
	d.loaded[k], d.built[key] = true, k
	return k, nil
}

func (k *kernels) Launch(kernel string, groups, size int, args ...any) error {
	d := k.d
	if groups < 1 || size < 1 || size > d.limits.Group {
		return fmt.Errorf("a kernel cannot run in %d groups of %d threads: a group has at most %d", groups, size, d.limits.Group)
	}
	defer d.command()()
	if k.id == 0 {
		return gpu.ErrFreed
	}
	if err := d.usable(); err != nil {
		return err
	}
	id, err := k.kernel(kernel)
	if err != nil {
		return err
	}
	words := make([]uint64, len(args))
	for at, x := range args {
		switch x := x.(type) {
		case int64:
			words[at] = uint64(x)
		case *buffer:
			if x.d != d {
				return errOther
			}
			if x.id == 0 {
				return gpu.ErrFreed
			}
			words[at] = uint64(x.id)
		default:
			return fmt.Errorf("argument %d of kernel `%s` is a %T", at+1, kernel, x)
		}
	}
	if err := d.failed("launching kernel `"+kernel+"`", 0, d.Driver.Launch(id, groups, size, words)); err != nil {
		return err
	}
	d.note(func(a *gpu.Account) { a.Launches++ })
	return nil
}

// Group is the most threads that a group of a kernel may have.
func (k *kernels) Group(kernel string) (int, error) {
	d := k.d
	defer d.command()()
	if k.id == 0 {
		return 0, gpu.ErrFreed
	}
	if err := d.usable(); err != nil {
		return 0, err
	}
	id, err := k.kernel(kernel)
	if err != nil {
		return 0, err
	}
	if most := d.Driver.Group(id); most > 0 {
		return min(most, d.limits.Group), nil
	}
	return d.limits.Group, nil
}

// kernel is a kernel of the program.
func (k *kernels) kernel(name string) (Handle, error) {
	if id := k.all[name]; id != 0 {
		return id, nil
	}
	id, err := k.d.Driver.Kernel(k.id, name)
	if err != nil {
		return 0, k.d.failed("kernel `"+name+"`", 0, err)
	}
	k.all[name] = id
	return id, nil
}

func (k *kernels) Close() error {
	defer k.d.command()()
	k.d.lock.Lock()
	defer k.d.lock.Unlock()
	for text, other := range k.d.built {
		if other == k {
			delete(k.d.built, text)
		}
	}
	if k.id != 0 {
		k.drop()
	}
	return nil
}

// drop frees the program and its kernels.
func (k *kernels) drop() {
	var list []Handle
	for _, id := range k.all {
		list = append(list, id)
	}
	k.d.Driver.Drop(k.id, list)
	delete(k.d.loaded, k)
	k.id = 0
}
