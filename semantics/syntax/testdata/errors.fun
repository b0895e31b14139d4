let x =
  then 1 ### "found the reserved word `then`, wanted an expression"
---
let in = 3 ### "found the reserved word `in`, wanted a name or `\(` and names to bind"
---
let f x = 1 ### "found `f` and more names, wanted one name or names in parentheses"
---
let x : int = 1 ### "found `:`, wanted `=`"
---
let x : [3][n]f64 = y ### "found `:`, wanted `=`"
---
let x : bool = y ### "found `:`, wanted `=`"
---
let (x : int = 1 ### "found `=`, wanted `\)` after the names to bind"
---
let () = 1 ### "found `\)`, wanted a name to bind"
---
let x 3 ### "found `3`, wanted `=` and the value to bind"
---
let x = 1 let y = 2 ### "found the end of the declaration, wanted `in` and the result"
let z = 3
---
f (x) ### "found `\(`, wanted an operator or the end of the declaration"
---
x [1] ### "found `\[`, wanted an operator or the end"
---
sum [1,2,3] ### "found `\[`, wanted an operator or the end"
---
x [1:2] ### "found `\[`, wanted an operator or the end"
---
f [g [h [1]]] ### "found `\[`, wanted an operator or the end"
---
f x ### "found `x`, wanted an operator or the end"
---
dot xs ys[1] 3 ### "found `xs`, wanted an operator or the end"
---
map (\i -> sum x[i]) (iota 3) ### "found `x`, wanted an operator, or `\)` after the function"
---
map f ### "found the end of the text, wanted an array for `map`"
---
map ### "found the end of the text, wanted the function of `map`"
---
map 3 xs ### "found `3`, wanted the function of `map`"
---
map \x -> x xs ### "found a function without parentheses"
---
map f(1) xs ### "found a call of `f`, wanted a function"
---
map (f 1) xs ### "found `1`, wanted `\)` after the function"
---
map (x + 1) xs ### "found `\+`, wanted `\)` after the function"
---
map (+ 1) xs ### "found an operator with one operand"
---
map (-1) xs ### "found an operator with one operand"
---
map(f, xs) ### "found `,`, wanted `\)`: the arguments of `map` have spaces"
---
map (++) xs ### "found `\+\+`, wanted the function of `map`"
---
map map xs ### "found `map`, wanted a function of elements"
---
map alloc xs ### "found `alloc`, wanted a function of elements"
---
map (\x x + 1) xs ### "found `\+`, wanted `->` and the body of the function, or another"
---
map (\x = 1) xs ### "found `=`, wanted `->` and the body"
---
map (\x : int -> 1) xs ### "found `:`, wanted `->` and the body"
---
map (\ -> 1) xs ### "found `->`, wanted a parameter of the function"
---
map (\x y) xs ### "found `\)`, wanted `->` and the body of the function"
---
map (\copy -> 1) xs ### "`copy` is built in"
---
reduce (+) 0 ### "found the end of the text, wanted an array for `reduce`"
---
reduce (+) -1 xs ### "found `-`, wanted the neutral element of `reduce`"
---
scan max ### "found the end of the text, wanted the neutral element of `scan`"
---
copy map f xs ### "found `map` as an argument"
---
map f copy xs ### "found `copy` as an argument"
---
let f = \x -> x ### "found a function without a name, wanted an expression"
---
f((+)) ### "found the function `\(\+\)`, wanted an expression"
---
sqrt f64 3 ### "found `f64` as an argument"
---
concat(x) ### "found 1 argument of `concat`, wanted 2 or more$"
---
let map = 1 ### "`map` is built in and cannot be defined"
---
x + reduce ### "found the end of the text, wanted the function of `reduce`"
---
transpos x ### "found `x`, wanted an operator or the end of the declaration"
itoa 3 ### "found `3`, wanted an operator"
let t = reverce x ### "found `x`, wanted an operator"
cpoy (x) ### "found `\(`, wanted an operator"
revers [1, 2] ### "found `\[`, wanted an operator"
revers copy x ### "found `copy`, wanted an operator"
f copy x ### "found `copy`, wanted an operator"
---
transpose copy x ### "found `copy` as an argument"
---
min(1) ### "found 1 argument of `min`, wanted 2$"
---
copy(1, 2) ### "found 2 arguments of `copy`, wanted 1$"
---
iota() ### "found 0 arguments of `iota`, wanted 1$"
---
a < b < c ### "found a second comparison `<`, wanted one"
---
if x = 1 then 2 else 3 ### "found `=`, wanted `then` or an operator"
---
x = 1 ### "found `=`, wanted an operator or the end"
---
kernel i < n do i ### "found `<`, wanted `<=` and the bound of the index"
---
kernel (i <= n) do i ### "found `\(`, wanted the name of the kernel's index"
---
for i <= n do x ### "found the reserved word `for`, wanted an expression"
---
while x do y ### "found the reserved word `while`, wanted an expression"
---
loop (x = 1) do x ### "found the reserved word `do`, wanted `for` and an index or `while`"
---
loop (x = 1) for i <= n x ### "found `x`, wanted `do` and the body of the loop"
---
loop (x = 1) while x < n ### "found the end of the text, wanted `do` and the body of the loop"
---
loop (x = 1) for i < n do x ### "found `<`, wanted `<=` and the bound of the index"
---
loop x = 1 for i <= n do x ### "found `x`, wanted `\(` and what the loop carries"
---
loop for i <= n do x ### "found the reserved word `for`, wanted `\(` and what the loop carries"
---
loop () for i <= n do x ### "found `\)`, wanted a name that the loop carries"
---
loop (x) for i <= n do x ### "found `\)`, wanted `=` and the first value of `x`"
---
loop ((x, y) = z) for i <= n do x ### "found `,`, wanted `:` or `\)`"
---
loop (x = 1,) for i <= n do x ### "found `\)`, wanted a name that the loop carries"
---
loop (x = 1) for i <= n, j <= m do x ### "found `,`, wanted `do` and the body of the loop"
---
loop (int = 1) while x do x ### "found the reserved word `int`, wanted a name that the loop carries"
---
x with 1 = 2 ### "found `1`, wanted `\[` and the index of what changes"
---
x with [] = 2 ### "found `\]`, wanted an index"
---
x with [1] 2 ### "found `2`, wanted `=` and the new value"
---
x with [1][2] = 3 ### "found a second index, wanted `=` and the new value"
---
x with [1] [i + 1][:] = y with [2] = 4 ### "found a second index, wanted `=` and the new value"
---
x with [1:2][1] = 3 ### "found a second index, wanted `=` and the new value"
---
x with [1] <- 2 ### "found `<-`, wanted `=` and the new value"
---
x with [1] == 2 ### "found `==`, wanted `=` and the new value"
---
a + b with [1] = 2 ### "found an operator or a body in front of `with`"
---
-b with [1] = 2 ### "found an operator or a body in front of `with`"
---
(kernel i <= n do i) + 1 with [1] = 2 ### "found an operator or a body in front of `with`"
---
x[1] = 2 ### "found `=`, wanted an operator"
---
with [1] = 2 ### "found the reserved word `with`, wanted an expression"
---
import a ### "found `a`, wanted the name of a file"
---
import "a.fun ### "this text has no closing"
---
import "" ### "found an empty text, wanted the name of a file"
---
import "a.fun" "b.fun" ### "found `\"b.fun\"`, wanted an operator or the end"
---
let s = "abc" ### "found `\"abc\"`, wanted an expression"
---
def f (x : [3] f32) = x ### "found `f32`, wanted a type"
---
def f (x : f64 @ m -> R(3)) = x ### "found `@` after a scalar type"
---
let x = int ### "found the end of the text, wanted the argument of `int`"
---
1. ### "`1.` is not a number"
---
1.e3 + 2 ### "`1.e3` is not a number"
---
.5 ### "`.5` is not a number"
---
-.5e3 ### "`.5e3` is not a number"
---
x.5 ### "`.5` has no meaning here"
---
x.in ### "the character '.' \(U\+002E\) has no meaning here"
---
sqrt.x ### "the character '.'"
---
import "a.fun" as in ### "found the reserved word `in`, wanted a name for the file"
---
import "a.fun" as a.b ### "found `a.b`, wanted a name for the file"
---
import "a.fun" as 5 ### "found `5`, wanted a name for the file"
---
import "a.fun" as _ ### "found `_`, wanted a name for the file"
---
import "a.fun" as length ### "`length` is built in"
---
import "a.fun" as ### "found the end of the text, wanted a name for the file"
---
import "a.fun" relax ### "found `relax`, wanted `as` or the end of the declaration"
---
f64.sqrt(2.0) ### "the character '.'"
---
1.e5 ### "`1.e5` is not a number"
---
1e ### "`1e` is not a number"
---
1.5e + 2 ### "`1.5e` is not a number"
---
1e- ### "`1e` is not a number"
---
1.5_ ### "`1.5_` is not a number"
---
1_.5 ### "`1_.5` is not a number"
---
1.5f64 ### "`1.5f64` is not a number"
---
3i32 ### "`3i32` is not a number"
---
1.5.2 ### "`.2` has no meaning here"
---
1e999999 ### "`1e999999` has too large an exponent"
---
1e99999999999999999999 ### "too large an exponent"
---
0x1.5 ### "`.5` has no meaning here"
---
let nan = 3 ### "found the reserved word `nan`, wanted a name"
---
12abc ### "`12abc` is not a number"
---
1__0 ### "`1__0` is not a number"
---
0x ### "`0x` is not a number"
---
x ++ ### "found the end of the text, wanted an expression"
---
f(\x) ### "found a function without a name, wanted an expression"
---
x ≤ y ### "the character '≤' \(U\+2264\) has no meaning here"
---
x $ y ### "the character '\$' \(U\+0024\) has no meaning here"
---
x[] ### "found `\]`, wanted an index"
---
x[:3] ### "found `:` without an offset"
---
x[3:] ### "found no size after `:`"
---
x[1 ### "found the end of the text, wanted `\]` after the index"
---
f(1)(2) ### "found `\(` after an expression"
---
() ### "found `\(\)`, wanted a value"
---
alloc ### "found the end of the text, wanted the argument of `alloc`"
---
R(3) ### "found `R\(…\)`, the row-major LMAD, wanted an expression"
---
permute((0, 1), x) ### "found `0`, wanted the number of a dimension"
---
permute((-1), x) ### "found `-`, wanted the number of a dimension"
---
permute((a), x) ### "found `a`, wanted the number of a dimension"
---
permute((99999999999999999999), x) ### "wanted the number of a dimension"
---
empty([3]int) ### "found a type with elements"
---
def f x = 1 ### "found `x`, wanted a parameter with its type"
---
def f (x) = 1 ### "found the parameter `x` without a type"
---
def f (x : int) [n] = 1 ### "found `\[` after a parameter"
---
def f (x : *[n]int) = 1 ### "found `\*`, wanted a type: the star stands before the name"
---
let (*x : [n]int) = 1 ### "found `\*`, wanted a name to bind"
---
def copy (x : int) = 1 ### "`copy` is built in and cannot be defined"
---
def R (x : int) = 1 ### "`R` is built in"
---
def f (x : i32) = 1 ### "found `i32`, wanted a type"
---
def f (x : []int) = 1 ### "found a dimension without a size"
---
def f (x : [2]mem) = 1 ### "found an array of blocks"
---
def f (x : int @ m -> R(1)) = 1 ### "found `@` after a scalar type"
---
def f (x : [n] @ m -> {(n : 1)}) = 1 ### "found `{`, wanted the offset of the LMAD"
---
def f (x : [n] @ m -> 0) = 1 ### "found `\)`, wanted `\+` and the `\{"
---
def f (x : [n] @ m -> 0 + {}) = 1 ### "found `}`, wanted a \(size : stride\) pair"
---
def f (x : [n] @ m -> 0 + {(n)}) = 1 ### "found `\)`, wanted `:` and the stride"
---
def f (x : [n] @ m -> 0 + {(n : 1),}) = 1 ### "found `}`, wanted `\(` and a \(size : stride\) pair"
---
def f (x : int) 3 ### "found `3`, wanted `=` and the body of the function"
---
check a == b ### "found a comparison, wanted two values"
---
check a ### "found the end of the text, wanted `=` and the other value"
---
in (x)
let y = 1 ### "found a declaration after `in \(…\)`"
---
then 1 ### "found the reserved word `then`, wanted an expression"
---
let x = f(1, ### "found the end of the declaration, wanted an expression"
2) ### "found `\)`, wanted an operator or the end"
---
let a = ) ### "found `\)`, wanted an expression"
let b = 1
let c = ] ### "found `\]`, wanted an expression"
---
kernel i <= n do let y = i ### "found the end of the text, wanted `in` and the result, or another `let`"
---
if a then b ### "found the end of the text, wanted `else` and the other branch"
---
if a than b else c ### "found `than`, wanted `then` or an operator"
---
kernal i <= n do i ### "found `i`, wanted an operator or the end"
---
chekc a = b ### "found `a`, wanted an operator or the end"
---
def f (x : int) : (y : int, z) = 1 ### "found `\)`, wanted `:` and the type of the result `z`"
---
def (x : int) = 1 ### "found `\(`, wanted the name of a function"
---
permute(x) ### "found `x`, wanted the number of a dimension"
---
- ### "found the end of the text, wanted an expression"
---
let x = [1, 2 ### "found the end of the text, wanted `\]` after the elements, `,` or an operator"
---
let x = y in ### "found the end of the text, wanted an expression"
---
let true = 3 ### "`true` is the int 1 and cannot be defined"
---
def f (false : int) = 3 ### "`false` is the int 0 and cannot be defined"
---
true(3) ### "`true` is the int 1, and no function"
---
let iota = 3 ### "`iota` is built in and cannot be defined"
---
def f (copy : int) : int = 1 ### "`copy` is built in and cannot be defined"
---
kernel min <= 3 do 1 ### "`min` is built in and cannot be defined"
---
def f (x : int) : (shape : int, int) = (x, x) ### "`shape` is built in and cannot be defined"
---
fob 3 ### "found `3`, wanted an operator or the end of the declaration"
---
let x, y = (1, 2) ### "found `,`, wanted `=`"
---
def f (x : int, y : int) = x ### "found `,`, wanted `\)` after the type of the parameter"
---
def f (x : int) -> int = x ### "found `->`, wanted `:` or `=`"
---
1 |> f ### "found `\|>`, wanted an expression"
---
map2 f xs ys ### "found `f`, wanted an operator or the end"
---
let (n : int)
(n + 1) ### "found `\+`, wanted `\)` after the names to bind"
---
input n : int ### "found `n`, wanted an operator or the end of the declaration"
---
1 < 2 and 2 < 3 ### "found `and`"
---
let a = 1 and b = 2 ### "found `and`"
---
x or y ### "found `or`"
---
not 1 ### "found `1`"
---
not (x == 1) ### "found `\(`"
---
let x = not y ### "found `y`"
---
x and not y ### "found `and`"
---
f(x) where x = 1 ### "found `where`"
---
f(3) where ### "found `where`"
---
x =< 3 ### "found `=<`"
---
x => 3 ### "found `=>`"
---
if 1 => 2 then 1 else 0 ### "found `=>`"
---
map (\x => x) [1] ### "found `=>`"
---
1 <> 2 ### "found `<>`"
---
1 /= 2 ### "found `/=`"
---
1 === 2 ### "found `===`"
---
1 !== 2 ### "found `!==`"
---
x &&& y ### "found `\&\&\&`"
---
x ||| y ### "found `\|\|\|`"
---
x ^^ y ### "found `\^\^`"
---
if a then 1 elif b then 2 else 3 ### "found `elif`"
---
if a then 1 else if b then 2 ### "found the end of the text"
---
if a then 1 elsif b then 2 else 3 ### "found `elsif`"
---
if a then 1 elseif b then 2 else 3 ### "found `elseif`"
---
if a { 1 } else { 2 } ### "found `\{`"
---
if (a) 1 else 2 ### "found `1`"
---
a ? b : c ### "the character .\?. \(U\+003F\) has no meaning here"
---
lambda x: x + 1 ### "found `x`"
---
map (lambda x: x + 1) [1] ### "found `x`"
---
map (fn x -> x) [1] ### "found `x`"
---
map (fn x => x) [1] ### "found `x`"
---
map (fun x -> x) [1] ### "found `x`"
---
map (function x -> x) [1] ### "found `x`"
---
map (x -> x) [1] ### "found `\->`"
---
map (x => x + 1) [1] ### "found `=`"
---
map (|x| x) [1] ### "found an operator with one operand"
---
map (λx -> x) [1] ### "found `\->`"
---
\x -> x + 1 ### "found a function without a name"
---
let f = fn x => x ### "found `x`"
---
let f = lambda x: x ### "found `x`"
---
fn f(x) = x ### "found `f`"
---
fun f x = x ### "found `f`"
---
func f(x int) int { return x } ### "found `f`"
---
function f(x) = x ### "found `f`"
---
define f(x) ### "found `f`"
---
fn f(x: i64) -> i64 { x } ### "found `f`"
---
def f(x): return x ### "found the parameter `x` without a type"
---
def f(x : int) : int { x } ### "found `\{`"
---
def f (x : int) = { x } ### "found `\{`"
---
def f (x : int) : int = return x ### "found `x`"
---
return 1 ### "found `1`"
---
x := 1 ### "found `:=`"
---
let x := 1 ### "found `:=`"
---
let x <- 1 ### "found `<\-`"
---
x += 1 ### "found `\+=`"
---
let x = (let y = 1) + 2 ### "found `\)`"
---
let y = 1 and z = 2 in y + z ### "found `and`"
---
let y = 1; let z = 2 ### "the character .;. \(U\+003B\) has no meaning here"
---
1; 2 ### "the character .;. \(U\+003B\) has no meaning here"
---
(1; 2) ### "the character .;. \(U\+003B\) has no meaning here"
---
begin 1 end ### "found `1`"
---
let rec f = 1 ### "found `rec` and more names"
---
let mut x = 1 ### "found `mut` and more names"
---
var x = 1 ### "found `x`"
---
val x = 1 ### "found `x`"
---
const x = 1 ### "found `x`"
---
int x = 1 ### "found `=`"
---
x :: Int ### "found `::`"
---
x: int = 3 ### "found `:`"
---
case x of 1 -> 2 ### "found `x`"
---
match x with 1 -> 2 ### "found `x`"
---
switch x ### "found `x`"
---
for i in xs do i ### "found the reserved word `for`"
---
for i < 3: i ### "found the reserved word `for`"
---
for (i = 0; i < 3; i++) x ### "found the reserved word `for`"
---
while (x) { } ### "found the reserved word `while`"
---
loop (x = 1) for i < 3 do x ### "found `<`"
---
loop (x = 1) for i in xs do x ### "found the reserved word `in`"
---
loop (x = 1) for i <= 3 { x } ### "found `\{`"
---
[x for x in xs] ### "found the reserved word `for`"
---
[1..3] ### "`1\.` is not a number"
---
[1...3] ### "`1\.` is not a number"
---
println x ### "found `x`"
---
x[1..2] ### "`1\.` is not a number"
---
"text" ### "found `.text.`"
---
'a' ### "the character .\\.. \(U\+0027\) has no meaning here"
---
# comment ### "the character .\#. \(U\+0023\) has no meaning here"
---
// comment ### "found `//`"
---
/* c */ 1 ### "found `/\*`"
---
(* c *) 1 ### "found `\(\*`"
---
{- c -} 1 ### "found `\{\-`"
---
x div y ### "found `div`"
---
x mod y ### "found `mod`"
---
x xor y ### "found `xor`"
---
x `div` y ### "the character .`. \(U\+0060\) has no meaning here"
---
f $ x ### "the character .\$. \(U\+0024\) has no meaning here"
---
x |> f ### "found `\|>`"
---
f <| x ### "found `<\|`"
---
x !! 1 ### "found `!!`"
---
x <> y ### "found `<>`"
---
~x ### "the character .\~. \(U\+007E\) has no meaning here"
---
fold (+) 0 xs ### "found `\(`"
---
foldl (+) 0 xs ### "found `\(`"
---
sum xs ### "found `xs`"
---
map f, xs ### "found `,`"
---
zip xs ys ### "found `xs`"
---
filter f xs ### "found `f`"
---
unzip xs ### "found `xs`"
---
let (x, y) = zip a b ### "found `a`"
---
let [a, b] = xs ### "found `\[`"
---
let x, y = 1, 2 ### "found `,`"
---
type t = int ### "found `t`"
---
module M = 1 ### "found `M`"
---
open M ### "found `M`"
---
#include "x" ### "the character .\#. \(U\+0023\) has no meaning here"
---
use x ### "found `x`"
---
from x import y ### "found `x`"
---
import x ### "found `x`"
---
import x as y ### "found `x`"
---
if x then 1 ### "found the end of the text"
---
if x then 1 end ### "found `end`"
---
if x then 1 fi ### "found `fi`"
---
kernel i < 3 do i ### "found `<`"
---
kernel i in 3 do i ### "found the reserved word `in`"
---
kernel i = 1 to 3 do i ### "found `=`"
---
kernel i <= 3: i ### "found `:`"
---
kernel i <= 3 -> i ### "found `\->`"
---
kernel i <= 3 { i } ### "found `\{`"
---
x is 1 ### "found `is`"
---
x not in xs ### "found `not`"
---
unless x then 1 else 2 ### "found `x`"
---
until x ### "found `x`"
---
goto x ### "found `x`"
---
assert x ### "found `x`"
---
raise x ### "found `x`"
---
let f(x) = x ### "found `f` and more names"
---
let f (x : int) = x ### "found `f` and more names"
---
let f x = x ### "found `f` and more names"
---
1 == 2 = 3 ### "found `=`"
---
1 <= x <= 3 ### "found a second comparison `<=`"
---
x <= y and y <= z ### "found `and`"
---
3 as float ### "found `as`"
---
let (b : bool) = true ### "found `bool`"
---
def f (b : bool) = b ### "found `bool`"
---
def f (xs : []i64) = xs ### "found a dimension without a size"
---
def f (xs : int[]) = xs ### "found `\[`"
---
def f (xs : Array) = xs ### "found `Array`"
---
def f (xs : list) = xs ### "found `list`"
---
def f (n : i64) = n ### "found `i64`"
---
def f (n : Int) = n ### "found `Int`"
---
def f (x : real) = x ### "found `real`"
---
def f 'a (x : a) = x ### "the character .\\.. \(U\+0027\) has no meaning here"
---
def f x y = x ### "found `x`"
---
def f (x) (y) = x ### "found the parameter `x` without a type"
---
entry main (x : int) = x ### "found `main`"
---
let main (x : int) = x ### "found `main` and more names"

---
def f (x : [?]int) = x ### "the rows of an array may differ in size, but there is one first size"
---
let x = ? ### "has no meaning here"
---
let b = 2 a ### "found `a`, wanted an operator"
---
even = x[2 : 1] ### "found `=`, wanted an operator"
---
let (q : [3] @ m -> 3 + R(3)) = iota 3 ### "found `R\(…\)`, the row-major LMAD, wanted an expression"
