package fast_test

import (
	"fmt"
	"testing"

	"funmem/eval/fast"
	"funmem/internal/testkit"
)

// TestNarrow repeats the tests of both modes with strips of a few iterations, so that also small kernels run in strips,
// and in several.
func TestNarrow(t *testing.T) {
	for _, width := range []int{1, 7, 2, 3, 256}[:testkit.Fewest(2, 5, 5)] {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			fast.Narrow(t, width)
			for _, test := range []struct {
				name string
				run  func(t *testing.T)
			}{
				{"Constructs", TestConstructs}, {"BailsOut", TestBailsOut}, {"Again", TestAgain}, {"RandomFun", TestRandomFun},
				{"Folds", TestFolds}, {"Loops", TestLoops}, {"Concat", TestConcat}, {"Scratch", TestScratch}, {"Updates", TestUpdates},
				{"UpdatesInPlace", TestUpdatesInPlace}, {"RandomUpdates", TestRandomUpdates}, {"Flat", TestFlat},
				{"Clean", TestClean}, {"NotClean", TestNotClean}, {"Overlaps", TestOverlaps}, {"FoldsMem", TestFoldsMem},
				{"LoopsMem", TestLoopsMem}, {"ConcatMem", TestConcatMem}, {"RandomMem", TestRandomMem},
				{"RandomScratch", TestRandomScratch}, {"RandomClaims", TestRandomClaims}, {"UpdatesMem", TestUpdatesMem},
				{"UpdatesNotClean", TestUpdatesNotClean}, {"WrongExamples", TestWrongExamples}, {"Free", TestFree}, {"Claims", TestClaims},
				{"ManyRoots", TestManyRoots}, {"BlurMem", TestBlurMem}, {"Inputs", TestInputs},
			} {
				t.Run(test.name, test.run)
			}
		})
	}
}
