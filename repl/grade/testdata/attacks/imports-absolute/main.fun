import "/etc/passwd"
def double [n] (x : [n]int) : [n]int = x
