-- The primes up to n, by a nested sieve: the multiples of all primes that are known, each of them a row, are no primes.
--
-- A round knows the primes up to some number and finds those up to its square. The rows get shorter with the primes.
--
-- > primes(30)
-- [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
-- > primes(2)
-- [2]
-- > primes(1)
-- []

def primes (n : int) =
  let (known, _) = loop (known = filter([n >= 2], [2]), limit = 2) while limit < n do
    let limit = min(limit * limit, n)
    let multiples = flatten (map (\p -> kernel k <= limit / p - 1 do p * (k + 1)) known)
    let isPrime = loop (isPrime = replicate(limit, 1) with [1] = 0) for k <= length(multiples) do
      isPrime with [multiples[k]] = 0
    in (filter(isPrime, iota limit), limit)
  in known

primes(100)

-- bench: primes(1000000)
