// accelerate/primes.fun: the primes up to 1,000,000, by a nested sieve: the multiples of all known primes as one list.
#include "bench.h"

enum { N = 1000000, ROOM = 3 * N };

static int64_t *known, *is_prime, *multiples;

static int64_t sieve(void) {
  int64_t count = 1, limit = 2;
  known[0] = 2;
  while (limit < N) {
    limit = min64(limit * limit, N);
    int64_t m = 0;
    for (int64_t i = 0; i < count; i++)
      for (int64_t k = 1; k <= limit / known[i] - 1; k++) multiples[m++] = known[i] * (k + 1);
    for (int64_t i = 0; i < limit; i++) is_prime[i] = 1;
    is_prime[0] = 0;
    for (int64_t k = 0; k < m; k++) is_prime[multiples[k] - 1] = 0;
    count = 0;
    for (int64_t i = 0; i < limit; i++)
      if (is_prime[i]) known[count++] = i + 1;
  }
  return count;
}

static const void *run(void) {
  sieve();
  return known;
}

int main(int argc, char **argv) {
  known = NEW(int64_t, N), is_prime = NEW(int64_t, N), multiples = NEW(int64_t, ROOM);
  int64_t n = sieve();
  return bench_main(argc, argv, (struct bench){"primes", run, 0, "<i8", 1, {n}});
}
