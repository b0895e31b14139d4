// The state after some steps: what the steps say that they change, and nothing else.

// Evaluation is the steps of one order of the iterations, from the first one.
class Evaluation {
  constructor(orders, branch) {
    this.branch = branch;
    const own = orders.branches[branch], from = own.from === branch ? null : evaluationOf(orders, own.from);
    this.story = own.story;
    this.steps = (from ? from.steps.slice(0, own.at) : []).concat(own.story.steps || []);
    this.forks = (from ? from.forks.filter(f => f.at <= own.at) : []).concat((own.forks || []).map(f => ({ fork: f, branch: branch, at: f.at })));
    this.every = 50; // states are kept at intervals, so that going back is short
    this.kept = [];
    this.current = null;
  }
  // choice is what can come next after n steps, if that is chosen.
  choice(n) { return this.forks.find(f => f.at === n) || null; }
  // at is the state after n steps.
  at(n) {
    let k = Math.floor(n / this.every);
    while (k > 0 && !this.kept[k]) k--;
    let s = this.current;
    if (!s || s.at > n || s.at < k * this.every) s = this.kept[k] ? this.kept[k].copy() : new State(this.story);
    while (s.at < n) {
      if (s.at % this.every === 0 && !this.kept[s.at / this.every]) this.kept[s.at / this.every] = s.copy();
      s.apply(this.steps[s.at]);
    }
    this.current = s;
    return s;
  }
  // accesses are those of the statement that is being done after n steps: since the last step that ended or began something around it.
  accesses(n) {
    const list = [];
    if (!n || this.steps[n - 1].kind === "turn" || this.steps[n - 1].kind === "begin") return list;
    const depth = this.steps[n - 1].depth;
    for (let k = n - 1; k >= 0; k--) {
      const s = this.steps[k];
      if (k < n - 1 && (s.kind === "end" || s.kind === "turn") && s.depth <= depth) break;
      if (s.kind === "read" || s.kind === "write") list.push(s);
    }
    return list.reverse();
  }
}

// evaluationOf is the evaluation of a branch, which is made once.
function evaluationOf(orders, branch) {
  orders.made = orders.made || [];
  return orders.made[branch] = orders.made[branch] || new Evaluation(orders, branch);
}

// State is the heap and the environment.
class State {
  constructor(story) {
    this.story = story;
    this.at = 0;
    this.cells = {};   // of each block that is known, by its number
    this.written = {}; // the locations that somebody has written
    this.freed = {};
    this.env = [];     // variables with their depth, innermost last
    this.differs = false;
    this.was = null;   // what the last step has overwritten
    (story.given || []).forEach(b => this.bind(0, b));
  }
  copy() {
    const s = Object.assign(new State({}), this);
    s.cells = {};
    s.written = {};
    Object.keys(this.cells).forEach(b => { s.cells[b] = this.cells[b].slice(); s.written[b] = new Set(this.written[b]); });
    s.freed = Object.assign({}, this.freed);
    s.env = this.env.slice();
    return s;
  }
  know(b) {
    if (!b || this.cells[b]) return;
    const block = this.story.blocks[b - 1], cells = (block.cells || []).slice();
    this.written[b] = new Set(cells.keys());
    while (cells.length < block.size) cells.push("0");
    this.cells[b] = cells;
  }
  bind(depth, b) {
    this.know(b.block);
    this.env.push({ depth: depth, bind: b, unknown: this.differs && !b.means });
  }
  apply(step) {
    while (this.env.length && this.env[this.env.length - 1].depth > step.depth) this.env.pop();
    if (step.kind === "turn") while (this.env.length && this.env[this.env.length - 1].depth >= step.depth) this.env.pop();
    this.know(step.block);
    if (step.kind === "differ") this.differs = true;
    (step.binds || []).forEach(b => this.bind(step.depth, b));
    this.was = null;
    if (step.kind === "write") {
      if (this.written[step.block].has(step.offset)) this.was = this.cells[step.block][step.offset];
      this.cells[step.block][step.offset] = step.value;
      this.written[step.block].add(step.offset);
    }
    if (step.free) this.freed[step.free] = true;
    (step.gone || []).forEach(b => { delete this.cells[b]; delete this.written[b]; });
    this.at++;
  }
  // variables are the innermost ones of each name.
  variables() {
    const latest = new Map();
    this.env.forEach(e => { latest.delete(e.bind.name); latest.set(e.bind.name, e); });
    return Array.from(latest.values());
  }
}

// within are the elements of an array in a window: their locations and indices, from 1.
function within(view, window) {
  let list = [{ at: view.offset, index: [] }];
  view.dims.forEach((d, k) => {
    const next = [];
    list.forEach(x => { for (let i = 0; i < Math.min(d[0], window[k]); i++) next.push({ at: x.at + i * d[1], index: x.index.concat(i + 1) }); });
    list = next;
  });
  return list;
}

// windowOf is how many of the elements of an array are shown: at most cols in a row, rows of these, and 3 of what holds them.
function windowOf(dims, rows, cols) {
  return dims.map((d, k) => Math.min(d[0], [cols, rows][dims.length - 1 - k] || 3));
}

// timeline is what the steps of a page are: how far each of its evaluations is after each of them. Two of them take turns, and meet where
// they bind the same variables.
function timeline(evaluations, beside) {
  const last = evaluations.map(e => e.steps.length);
  if (last.length === 1) return Array.from({ length: last[0] + 1 }, (_, k) => ({ at: [k], moved: 0 }));
  const list = [{ at: [0, 0], moved: 0, meet: null }];
  let at = [0, 0];
  const go = (side, to) => {
    while (at[side] < to) {
      at = at.slice();
      at[side]++;
      list.push({ at: at, moved: side, meet: null });
    }
  };
  (beside.meet || []).forEach((m, k) => {
    go(0, m.before);
    go(1, m.after);
    Object.assign(list[list.length - 1], { meet: m, first: beside.first === k + 1 });
  });
  go(0, last[0]);
  go(1, last[1]);
  return list;
}
