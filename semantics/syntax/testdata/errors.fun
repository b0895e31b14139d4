let x =
  then 1 ### "found the reserved word `then`, wanted an expression"
---
let in = 3 ### "found the reserved word `in`, wanted a name or `\(` and names to bind"
---
let f x = 1 ### "found `f` and more names, wanted one name or names in parentheses"
---
let x : int = 1 ### "found `:`, wanted `=`"
---
let (x : int = 1 ### "found `=`, wanted `\)` behind the names to bind"
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
f x ### "found `x`, wanted an operator or the end"
---
transpos x ### "found `x`, wanted an operator or the end of the declaration"
itoa 3 ### "found `3`, wanted an operator"
let t = reverce x ### "found `x`, wanted an operator"
cpoy (x) ### "found `\(`, wanted an operator"
revers [1, 2] ### "found `\[`, wanted an operator"
revers copy x ### "found `copy`, wanted an operator"
f copy x ### "found `copy`, wanted an operator"
---
map (f) xs ### "found `\(`, wanted an operator"
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
loop (x = 1) for i <= n do x ### "`loop` is reserved, this version has no loops"
---
for i <= n do x ### "`for` is reserved, this version has no loops"
---
while x do y ### "`while` is reserved, this version has no loops"
---
x with [1] = 2 ### "`with` is reserved, this version has no functional updates"
---
import "a.fun" ### "`import` is reserved, this version has no imports"
---
def f (x : f64) = x ### "`f64` is reserved, this version has no floating-point numbers"
---
def f (x : [3]f64) = x ### "`f64` is reserved, this version has no floating-point numbers"
---
1.5 ### "`1.5` is a floating-point number, this version has only int"
---
2e-3 + 1 ### "`2e-3` is a floating-point number"
---
2e3 ### "`2e3` is a floating-point number"
---
12abc ### "`12abc` is not a number"
---
1__0 ### "`1__0` is not a number"
---
0x ### "`0x` is not a number"
---
x ++ y ### "`\+\+` is reserved, this version has no concatenation"
---
x & y ### "`&` is reserved, this version has no bit operators"
---
f(\x) ### "`\\` is reserved, this version has no functions without a name"
---
x ≤ y ### "the character '≤' \(U\+2264\) has no meaning here"
---
x $ y ### "the character '\$' \(U\+0024\) has no meaning here"
---
x[] ### "found `\]`, wanted an index"
---
x[:3] ### "found `:` without an offset"
---
x[3:] ### "found no size behind `:`"
---
x[1 ### "found the end of the text, wanted `\]` behind the index"
---
f(1)(2) ### "found `\(` behind an expression"
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
def f (x : int) [n] = 1 ### "found `\[` behind a parameter"
---
def f (*x : [n]int) = 1 ### "found `\*`, which marks a parameter"
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
def f (x : int @ m -> R(1)) = 1 ### "found `@` behind a scalar type"
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
let x = [1, 2 ### "found the end of the text, wanted `\]` behind the elements, `,` or an operator"
---
let x = y in ### "found the end of the text, wanted an expression"
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
def f (x : int, y : int) = x ### "found `,`, wanted `\)` behind the type of the parameter"
---
def f (x : int) -> int = x ### "found `->`, wanted `:` or `=`"
---
let (n : int)
(n + 1) ### "found `\+`, wanted `\)` behind the names to bind"
