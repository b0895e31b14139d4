"""Three vectors added, in exact fractions."""
from fractions import Fraction as F

total = [float(sum(F(k * i * i % 13, 10) for k in (1, 2, 5))) for i in range(1, 13)]
print("add3:", total)
print("fused:", total)
