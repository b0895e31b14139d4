module funmem

go 1.26

require (
	github.com/campoy/embedmd v1.0.0 // indirect
	github.com/chzyer/readline v1.5.1 // indirect
	github.com/cockroachdb/apd/v3 v3.2.3 // indirect
	github.com/fatih/color v1.19.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/sbinet/npyio v0.6.0 // indirect
	golang.org/x/sys v0.42.0 // indirect
	gonum.org/v1/gonum v0.9.3 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
