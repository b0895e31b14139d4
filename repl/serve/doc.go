// Package serve is `funmem serve --stdio`: one process for a driver that has many small questions. A request is a line of
// JSON, and so is its answer. Answers come when they are ready, each with the id of its request.
//
//   - request.go: the lines that come in
//   - answer.go: the lines that go out
//   - serve.go: requests in flight, and the workers that perform them
//
// The requests check and validate are the sub-commands of that name with --json: a worker performs the command line, and the
// answer has its object. A worker is a process of its own (package suite has these), so whatever a request does to it, the
// server goes on: it starts another one.
package serve
