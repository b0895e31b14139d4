def double [n] (x : [n]int) : [n]int = "[2J‮" + x
