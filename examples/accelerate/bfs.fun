-- Breadth-first search: how far each node of a graph is from one of them.
--
-- The graph is an irregular array: for each node the nodes to which an edge leads. A round goes on from all nodes that were reached in
-- the round before, and from all their edges at the same time.
--
-- > bfs([[2, 3], [4], [4], [1], [1]], 1)
-- [0, 1, 1, 2, -1]
-- > bfs([[2], [3, 0], []], 2)
-- [-1, 0, 1]
-- > bfs([[]], 1)
-- [0]
-- > graph(5)
-- [[2, 2, 2], [3, 4, 5], [4], [5], []]

def bfs [n] (next : [n][?]int) (source : int) : [n]int =
  let distance = kernel v <= n do if v == source then 0 else -1
  let (distance, _, _, _) = loop
      (distance = distance, front = positions(distance + 1), by = replicate(n, 0), far = 1)
      while length(front) > 0 do
    let reached = flatten (map (\v -> next[v]) front)
    let new = filter(map (\v -> v >= 1 && v <= n && distance[v] < 0) reached, reached)
    -- a node that is reached several times goes on once
    let by = loop (by = by) for k <= length(new) do by with [new[k]] = k
    let front = filter(map (\v k -> by[v] == k) new (iota length(new)), new)
    let distance = loop (distance = distance) for k <= length(front) do
      distance with [front[k]] = far
    in (distance, front, by, far + 1)
  in distance

-- A graph of n nodes: node i leads to i + 1, 2 i and i² + 1 as far as there are such nodes.
def graph (n : int) =
  kernel i <= n do
    let all = [i + 1, 2 * i, i * i + 1]
    in filter(map (\v -> v <= n) all, all)

bfs(graph(30), 1)

-- bench: let next = graph(100000) in
--   bfs(next, 1)
