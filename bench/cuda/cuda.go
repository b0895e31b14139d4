// Package cuda has the kernels that were written by hand in CUDA, beside which those of funmem are measured. They are as a
// careful programmer writes them who knows what the data is: they check neither bounds nor overflow. No headers are needed.
// The threads of a group are a line: kernels over rows and columns work out theirs.
package cuda

import "embed"

//go:embed *.cu
var files embed.FS

// Text is the source text of a file, such as map.cu. It is empty if there is none.
func Text(file string) string {
	text, err := files.ReadFile(file)
	if err != nil {
		return ""
	}
	return string(text)
}

// Names are those of all files.
func Names() (names []string) {
	list, err := files.ReadDir(".")
	if err != nil {
		return nil
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}
