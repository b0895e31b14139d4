package num
import ("testing";"time")
func TestX(t *testing.T){
 for _, b := range []int64{1<<20,1<<21,1<<22,1<<23,1<<24,1<<25} {
  x,_ := Of(3).Pow(Of(b*10/16))
  s:=time.Now(); x.Mul(x.Add(Of(1))); d1:=time.Since(s)
  s=time.Now(); Of(7).Pow(Of(b/3)); d2:=time.Since(s)
  y,_ := Of(3).Pow(Of(b*10/32))
  s=time.Now(); x.Quo(y); d3:=time.Since(s)
  t.Log(b, d1, d2, d3)
  if b<=1<<22 { s=time.Now(); _ = x.String(); t.Log("str", time.Since(s)) }
 }
}
