// Package step records an evaluation under the heap semantics as a list of steps that can be shown one by one, forward and back: the rule
// that is applied and its premises, what it binds, which locations it reads and writes, and where a race or a difference between the semantics
// arises. The rules do all that; this package takes down what they say (memory.Watcher, derive.Recorder). A step has only what changes with
// it, so a state is what all steps up to one have changed.
package step
