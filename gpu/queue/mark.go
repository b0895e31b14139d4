package queue

import (
	"fmt"
	"time"

	"funmem/gpu"
)

// Marker is a driver whose device notes the time between commands.
type Marker interface {
	Driver
	// Mark gives a command that notes the time when it is reached.
	Mark() (Handle, error)
	// Between waits until a mark is reached, and returns how long after another one that was.
	Between(from, to Handle) (time.Duration, error)
	// Unmark frees a mark.
	Unmark(mark Handle)
}

// timed is a device with such a driver.
type timed struct {
	*device
	marker Marker
}

type mark struct {
	d  *timed
	id Handle
}

func (d *timed) Mark() (gpu.Mark, error) {
	defer d.command()()
	if err := d.usable(); err != nil {
		return nil, err
	}
	id, err := d.marker.Mark()
	if err != nil {
		return nil, d.failed("marking a point of time", 0, err)
	}
	return &mark{d, id}, nil
}

func (m *mark) Since(earlier gpu.Mark) (time.Duration, error) {
	from, ok := earlier.(*mark)
	if !ok || from.d != m.d {
		return 0, fmt.Errorf("the mark is one of another device")
	}
	d := m.d
	defer d.command()()
	if err := d.usable(); err != nil {
		return 0, err
	}
	took, err := d.marker.Between(from.id, m.id)
	return took, d.failed("measuring time", 0, err)
}

func (m *mark) Free() {
	defer m.d.command()()
	if !m.d.closed && m.id != 0 {
		m.d.marker.Unmark(m.id)
	}
	m.id = 0
}
