"""Trial division."""

print("primes:", [n for n in range(2, 101) if all(n % d for d in range(2, n))])
