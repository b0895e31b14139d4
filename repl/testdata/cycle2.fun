let b = 1
import "cycle1.fun"
