package repl

// What :help COMMAND adds to the line of the table.
const (
	helpLong = `Without an argument it lists all commands. An unknown command is answered with the nearest one. With
the name of a function, yours or one of the library, it shows its type, its comment and where it is;
with a word, built-in function or operator of the language what it gives, and an example; with a pass or
pipeline, as :pass lists them, what it does and needs, and its options. With a rule, as messages name it in
brackets, it says what the rule says and where it is, runs an example and shows what the rule does there, and then
one in which it does not apply, with the message; :help rules lists them all.
  [1]> :help loop
  [1]> :help E-MEM-KERNEL`

	typeLong = `Sizes are names in scope or expressions over them. A size that exists only after evaluation,
as that of an if, is a name of its own.
  [1]> :type iota 3
  [3]int`

	coreLong = `Core is the program in the paper's normal form: each intermediate value has a name, each binder a
type, operands are names or constants. Checks that elaboration inserted are shown. Without an
argument it shows the last line.`

	memLong = `FUNMEM is core with memory: each array type says in which block the array lies and at which LMAD,
offset + {(size : stride) …}. Fresh arrays get a block of their own; a slice or a transposed array
lies in the block of what it comes from. Without an argument it shows the last line.`

	impLong = `IMP is what FUNMEM becomes: variables that are assigned to, blocks, loops and parallel kernels. An
access of an array is one of its block, x[i, j] is x_mem[L(i, j)]; checks of bounds are statements, left out
where they are known to hold. Calls are inlined; a function is shown with its arguments as inputs. Without an
argument it shows the last line.`

	engineLong = `value: the value semantics (Fig. 4), arrays are values.
heap: the heap semantics (Fig. 10), arrays are views of blocks; races and divergence are warnings.
imp: the IMP form (Fig. 12), loops over blocks; races are warnings.
native: values too, by C that is compiled for this machine. An int beyond 64 bits, and whatever gets stuck, is left
to the engine below; so is all if there is no C compiler. :lower says what runs natively.
cuda, opencl: the same, with kernels on a GPU of NVIDIA's, or on a device with OpenCL.`

	cLong = `The function goes through the pipeline cpu, to IMP and to C, which :engine native compiles and runs.
Ints are of 64 bits, and an overflow is noticed. Comments name the places of the program; in the C that is compiled, and
in that of funmem lower --to c, they are #line directives. The latter has gone through the passes and
rewrites that --passes and --rewrites name.`

	kernelsLong = `Kernels that are proved free of races, for all sizes, become functions which a device runs with a thread for each
iteration. The first argument of each gets the greatest status of all threads, and 0 is that all is well. What stands between
kernels runs on the processor, and is not shown. Below the text is what became of each kernel of the function.`

	ptxLong = `PTX is the assembly of NVIDIA's GPUs before registers are given out. Below it is what each kernel needs for ARCH, which is
sm_90 unless another one is named, as sm_80. It takes the compiler NVRTC, and no GPU.`

	lowerLong = `:lower NAME compiles a function now and says what was done, step by step: the passes and schedules with the
size of the program before and after each, which kernels are proved free of races, the C, and how its results
compared with those of the engine below. A kernel goes to several threads if it is proved free of races, or after a
run under the rules of IMP at the same sizes in which no two iterations met. :lower NAME cuda and :lower NAME opencl
do the same for kernels on a device, :lower NAME host for the machine's own cores; without a name it is the device of
the engine.
Alone it lists what was compiled, how often each ran, and how often it gave up, with the reason, so that the engine
below evaluated it; and which functions are warm. With :set lower auto, the default at a terminal, a function that
the engine below has spent 100 ms on is compiled in the background; a long one first with little effort, and then
once more. The first result for each shape of its
arguments, and then one of 100 (:set verify), is compared with that of the engine below on the same call.
Sizes of at most 8 in a call, as the 3 of points in space, are constants in code for calls with these sizes. A
function gets code for two choices of them, and then code for all sizes; :c shows the latter.`

	restoreLong = `Before native code runs, the session's lines are written to a file in the user's cache folder, since a mistake
in a compiler may end the process. The file is taken away when the session ends. If one is left behind, this enters
its lines.`

	shapeLong = `A shape function takes the sizes of the arrays and the ints among the arguments, and gives the sizes of the results
(Destination-Passing Style, §3.3). There is none if a size depends on data: on an element of an array, on what differs from branch to
branch, or on what a loop changes. Then the part that it depends on is shown. Without a NAME it is about all functions of the session.`

	regularityLong = `For each expression it shows the triple ⟨n, i, k⟩ of regularity detection and the shape descriptor (Preserving
Regularity, Listings 2 to 4), with the rules that give them. n says for each dimension whether it is regular (R) or irregular (Ir): an
irregular one differs from row to row. i is ⊤ if nothing depends on the iteration of a kernel around, and k is the outermost kernel of
which the index is used, ∞ if there is none. What is regular is kept without descriptors of its rows.`

	proveLong = `Valid means that each use of an array finds in its cells what its binding put there (Def. 3.1), for all inputs and
arguments. The proof goes through the FUNMEM form with unknown ints; nothing is run. Where it finds no proof it shows each write that may
meet what is used later. That is no mistake yet: ` + "`:check` and `:validate`" + ` try inputs. docs/proofs.md has the rules.
  :prove f --prover z3      asks z3 (or cvc5), if it is installed, what funmem does not prove, and to confirm some of its proofs
  :prove f --prover-time 5s gives it more than 2 s for each question
  :prove f --smt DIR        writes each obligation into a file in DIR, as SMT-LIB 2`

	footprintLong = `The function is put into destination-passing style (the pass dps), where the caller allocates what it gives, and all
other storage is on a stack. Then the most locations that are in use at one time follow from the sizes and the ints among the arguments
(Destination-Passing Style, §3.3), for a run on one thread. With values for these, the number is shown, and without them a function of
them. Where data decide which branch is taken, or whether a loop has rounds, it is an upper bound, and is called one. There is none if data
decide the size of a block: then the part that it depends on is shown.`

	checkLong = `It runs the expression under both semantics in lockstep and says: whether each kernel is free of
races (eq. 4), with both accesses where it is not; whether the results are the same (valid) and
every binding and use on the way (consistent), with the first element that differs and who wrote
it last. A kernel is proved for all sizes from its text, for all arguments, or tested by the iterations
that ran. Without an argument it says what was found in all lines so far, and which functions none of them
called. The name of a function runs that on 50 inputs, made as :validate makes them: inputs on which its
value semantics is stuck are none of its arguments, and counted. Valid is proved for all inputs, tested on
those that were tried, or so in this run; the first point that a proof lacks is shown. A proof may take a million
steps, about a second: --prove gives it a hundred times as many, and --no-prove leaves it out. --prover z3, --prover-time 5s and
--smt DIR are as in :prove.`

	passLong = `LIST is passes, as simplify,hoist or expand:layout=interleaved, and pipelines; :help simplify says more of
that pass. They run over the function as the last :pass left it, and each is validated on some inputs. What
changed is shown, what the passes did, and the metrics before and after. The heap semantics has the function
in this form from then on, unless it uses something from outside; its value is what it was. :pass undo takes
back the last :pass that has changed something, :pass lists all.
  :pass f introduce`

	whyLong = `Passes say what they did to an array or a block, or which condition did not hold, with the places.
It is about the function of the last :pass, unless NAME is another one that passes went over. Without a NAME
it lists what was refused.`

	reportLong = `LIST is passes that have a report, as emr or emr,infold; without it all reports are printed. emr has the candidates
of each array after each phase of its paper, and infold each fold in the memory instructions of its own.
funmem lower --report prints the same of a program.
  :pass f introduce,emr
  :report emr`

	metricsLong = `Of a function the counts are those of its FUNMEM text: statements that allocate, those of them
within kernels, places where an array is copied, and kernels. An expression is evaluated: blocks that were
allocated for it, its arguments among them, their locations, the most at one time, and elements that were moved.`

	refcountLong = `The expression is evaluated on the heap, once in each mode, and beside it references to its blocks are
counted: off reuses no block, rc lets a kernel have the block of an array that it alone still reads, and erc also
that of an array which is not used any more. The counts are allocations, reuses, blocks that were freed, the bytes
requested, and the most bytes at one time. Blocks of the session are not counted. docs/papers/emr.md says more.`

	overlapLong = `The LMADs are written as in types. Names of ints in scope are their values; others stand for all ints,
and for all that are not negative when they are in a size. The answer is a proof, values for which
the two overlap, or that neither was found. Where the conditions cannot hold, or one of the two has no
elements there, that is said.
  :overlap n * i + {(n : 1)} n * j + {(n : 1)} where i < j, 1 <= i
  disjoint for all n, i, j: proved (intervals)
Two names of arrays stand for where these lie: :overlap x y`

	validateLong = `BEFORE and AFTER are functions of the session, and AFTER is of FUNMEM, or both are of Fun: then their values
are compared, and there is no memory to check. Both are applied to small inputs, all
of them up to a bound, and then to those with the constants of both as sizes and elements, random ones and some that
grow, under three schedules, until TESTS of them were compared, 500 where it is left out. Then inputs are sought that
make conditions go a way they did not go; a line names those that still never did. SIZES, as n=33,m=40, are the same in
all inputs. A counterexample is made small. A line says what is proved for all inputs: that AFTER is valid by itself,
and whether both have the same values. --prove, --no-prove and
--prover z3 are as in :check.`

	accuracyLong = `It evaluates the expression, and the lines that it needs, with doubles and with decimals of so many
digits that more make no difference, and says how many digits of the double are right: of an array,
those of the worst element, and which it is. Inputs are taken as they are. With native code (:engine native, :set lower)
it says too how far its doubles are from those: + - * /, sqrt and comparisons are the same bit for bit, and sums keep
their order; functions of the C library, and products with :set contract on, may differ in their last digits, and more where numbers
cancel.`

	lifeLong = `It evaluates the lines so far again, or the expression, and tells in order who allocates the block,
who writes and reads the location, which arrays see it, and which use is the last. An element x[2] of an array
is the location where it lies now, and an array is its block. :heap shows the blocks by name, and the offsets of
their locations, from 0.`

	traceLong = `For each kernel and iteration it shows the sets R and W of the trace (Fig. 10), with the kernel's own
copy of its result, and marks the iterations that race. Long kernels are elided in the middle. A
function that returns a block is called by a let, here and for :check and :derive:
  [1]> :trace let (m : mem) (x : [3] @ m -> R(3)) = f(3) in (m, x)
After the expression, cuda runs the kernels as CUDA too, without rewrites, on a device that g++ makes: it
says of each kernel whether its threads read and write the same, or shows what they do.`

	heapLong = `Each block is drawn with its offsets, its cells, and a line for each array in scope that says which
element of the array lies where: · is a cell that the array does not see, 1+ the first of several
elements in one cell. A cell that nothing wrote is empty (it holds the 0 of alloc). Below the
drawing stands each array's LMAD, and what is overlapped, unused or not written. Blocks that no name
can reach are collected first. With a name it draws only the block of that array; of long blocks it draws
the cells of that array, and else those that some array sees. With an expression, as :heap f(3), it draws the blocks that the
expression allocates, inside calls too; those that iterations of a kernel allocate are gone with these. The drawing is that of the heap semantics; with kernels on
a device, a line for each value says whether it is in the memory of that.
With --svg it is a picture, printed or written to a file, with the arrays as coloured bands below the cells:
  [1]> :heap --svg --out heap.svg x
The file may not be there, unless --force stands before it.`

	deriveLong = `The conclusion stands above its premises. It is that of the value semantics (Fig. 4), unless another
:engine is chosen.
  [1]> :derive 1 + 2
  [1]> :derive heap iota 3         that of FUNMEM, on the heap (Fig. 10)
  [1]> :derive imp iota 3          that of its IMP form (Fig. 12)
  [1]> :derive types iota 3        that of its types (Fig. 3), also of a function, by its name
  [1]> :derive types heap iota 3   that of the types of its FUNMEM form (Fig. 8)
The words may have two dashes, as --heap. Environments are cut to what a line uses. Long kernels are elided in the
middle, long lines lose their environment and the types of what is bound, and go on below. The last line says what
was cut. With --full nothing is, and below the tree stands what each heap has; only of more than 50000 lines
iterations are left out.
Where evaluation is stuck, ✗ marks the place where no rule has an instance. A program with a type error has no
derivation of its types: ✗ marks the premise that does not hold, below the rules on the way to it.
With --latex it is a document for LaTeX, whose inference rules are those of mathpartir, and with --svg a picture. What is too
wide for the page stands below under a name: 𝒟₁, 𝒟₂, …. --out writes it to a file, which may not be there, unless --force stands
before it. --fragment leaves the document around it away.
  [1]> :derive --latex --out sum.tex heap reduce (+) 0 (iota 3)
  [1]> :derive --svg --out sum.svg reduce (+) 0 (iota 3)`

	rulesLong = `The rules are those that :derive applies and that messages name, in the letters of the figures. The order is that of
the figures, and after each figure stand the rules that are ours. :help RULE says more of one, with an example.
With --latex it is a document for LaTeX, with mathpartir; --out writes it to a file, and --fragment leaves the document around it
away. It is funmem rules on the command line.`

	timeLong = `Each engine runs the expression, several times when that is quick, and the best time counts.
On a device, it also says what kernels and copies took in a run that waits for each of them.`

	loadLong = `Files are added to what is there; what they define again replaces it, and functions that use it are
checked again. Expressions of a file run, and their values are printed; an import brings its definitions alone. Names of
files are separated by spaces; put one with spaces into double quotes.
What was there before survives: names that the file does not define, values, which are not computed again, settings,
inputs and the history. A comment at the top of the file can bind an input and set the precision, from there on:
  -- in: x=data.npy
  -- set: precision 30
A file that is wrong changes nothing, and :undo takes back the whole file, but no setting.
A dump of Futhark's memory IR (.fut_seq_mem, .fut_gpu_mem, .fut_mc_mem) is added in FUNMEM: ` + "`:mem main`" + ` shows it
with the lines of the dump, and :run calls an entry point.`

	inputLong = `  :input x=data.npy      an array of a .npy file, or of Futhark's values (.in, .out, .txt)
  :input a,b=data.in     several values of one file
  :input x=data.npz:y    the array y of a .npz file; a,b=data.npz takes those of these names
  :input x=table.csv     a rectangle of numbers; a first line without a number is left out
  :input x=photo.png     a picture: [n][m] in grey, [n][m][3] in colour, [n][m][4] where it is transparent
  :input n=3             a value
  :input r=[[1, 2], []]  rows of different sizes: [2][?]int; a .npz file that :write wrote holds such arrays too
It is as --in on the command line.`

	runLong = `The inputs are given as those of --in on the command line, by the names of the source program, without blanks
outside of brackets; those that an :input or a :run gave before hold on. ENTRY is main, or the only entry point, where it is left
out. Its results are names of the session then, and :check, :heap and the others see the call. The names of sizes that
Futhark's run time chooses set these, as --set does: the functions of the dump are redefined with them.
  :run main k=3 xs=[1,2] ys=data.npy
  :run main xs=[1,2,3] group_size=2`

	reloadLong = `The files that were loaded so far or given on the command line, each once, in their order. The same survives
as with :load; a name that a file does not define any more is still there.`

	saveLong = `The file has the lines of the session, without those that were taken back or whose names are used no more.
` + "`funmem run FILE`" + ` runs it, :load loads it. It is loaded once before it is written, and what comes out
otherwise, such as a let whose function was redefined after it, is written as its value. Comments at the top bind its
inputs, by their paths, and set the precision. Arrays of more than 100 elements that have to be written
go into .npy files beside it, or into .npz files where rows differ in size. A file that is there is replaced only with --force.`

	pageLong = `The page needs no network. It steps through the evaluation of the expression, forward and back, with its heap, its
variables in both semantics, and the rules. The order of the iterations of kernels can be chosen in it. Where FILE.html is left
out, it is page.html. A file that the session did not write is replaced only with --force. ` + "`funmem page`" + ` makes pages of
files, also of two programs beside each other.`

	writeLong = `A .npy file is what NumPy's load reads, and :input; .txt, .in and .out files are Futhark's text. A .npz file holds
an array with rows of different sizes too, as three arrays: sizes, offsets and data. A file that the session did not write
itself is replaced only with --force. funmem run PROGRAM -e EXPR --out FILE does the same.
  [2]> :write squares.npy map (\x -> x * x) (iota 10)`

	editLong = `The editor is that of the environment variable VISUAL or EDITOR, or vi or nano. What it leaves is entered as if it
had been typed, unless it is the same as before, blank, or the editor ends with an error. If the entry is wrong,
:edit opens it again. With a name it opens the def or let that defined it.`

	browseLong = `With a name it shows that name, and the text of a function.
  :browse std          the functions of the library
  :browse std/linear   those of one file`

	setLong = `  :set                 all settings
  :set limit 200       print up to 200 elements of an array before eliding; 0 prints all
  :set memory 2G       refuse what would take more
  :set precision 30    f64s are decimals of 30 digits from here on, on the reference engines; or double
  :set schedule reverse  or forward, or random:7
  :set engine heap     as :engine heap`

	undoLong = `A line or a file is taken back as a whole, with what its redefinitions changed, and so is a line with free or check.
Of a :pass the function is what it was before it. It can be repeated.`
)
