-- Squares.

kernel i <= 3 do i * i
