// The state after some steps: what the steps say that they change, and nothing else.

// Evaluation is the steps of one order of the iterations, from the first one.
class Evaluation {
  constructor(orders, branch) {
    this.branch = branch;
    const own = orders.branches[branch], from = own.from === branch ? null : evaluationOf(orders, own.from);
    this.story = own.story;
    this.steps = (from ? from.steps.slice(0, own.at) : []).concat(own.story.steps || []);
    this.forks = (from ? from.forks.filter(f => f.at <= own.at) : []).concat((own.forks || []).map(f => ({ fork: f, branch: branch, at: f.at })));
    this.state = new State(this.story);
  }
  // choice is what can come next after n steps, if that is chosen.
  choice(n) { return this.forks.find(f => f.at === n) || null; }
  // at is the state after n steps.
  at(n) {
    while (this.state.at < n) this.state.apply(this.steps[this.state.at]);
    while (this.state.at > n) this.state.undo();
    return this.state;
  }
  // accesses are those of the statement that is being done after n steps: since the last step that ended or began something around it.
  accesses(n) {
    const list = [];
    if (!n || this.steps[n - 1].kind === "turn") return list;
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

// State is the heap and the environment. It can go back: undone has, for each step, what that has changed.
class State {
  constructor(story) {
    this.story = story;
    this.at = 0;
    this.cells = new Map(); // of each block that is known, by its number: what was written, by the location
    this.freed = new Set();
    this.env = [];          // variables with their depth, innermost last
    this.calls = [];        // the functions that are being evaluated, with the depth of their bodies
    this.differs = false;
    this.undone = [];
    this.now = null;
    (story.given || []).forEach(b => this.bind(0, b));
  }
  // change does something, and notes how it is undone.
  change(how, back) {
    how();
    if (this.now) this.now.push(back);
  }
  know(b) {
    if (!b || this.cells.has(b)) return;
    const written = new Map();
    (this.story.blocks[b - 1].cells || []).forEach((c, k) => { if (c !== "") written.set(k, c); });
    this.change(() => this.cells.set(b, written), () => this.cells.delete(b));
  }
  // cell is what a location holds. A block is zeros when it comes about.
  cell(b, k) {
    const c = this.cells.get(b).get(k);
    return c === undefined ? "0" : c;
  }
  written(b, k) { return this.cells.get(b).has(k); }
  bind(depth, b) {
    this.know(b.block);
    const e = { depth: depth, bind: b, unknown: this.differs && !b.means };
    this.change(() => this.env.push(e), () => this.env.pop());
  }
  // ends lets go of what was bound deeper than that.
  ends(list, depth) {
    while (list.length && list[list.length - 1].depth > depth) {
      const e = list[list.length - 1];
      this.change(() => list.pop(), () => list.push(e));
    }
  }
  apply(step) {
    this.now = [];
    const depth = step.kind === "turn" ? step.depth - 1 : step.depth;
    this.ends(this.env, depth);
    this.ends(this.calls, depth);
    this.know(step.block);
    if (step.call) {
      const c = { depth: step.depth, uses: new Set(step.call.uses || []) };
      this.change(() => this.calls.push(c), () => this.calls.pop());
    }
    if (step.kind === "differ") this.change(() => { this.differs = true; }, () => { this.differs = false; });
    (step.binds || []).forEach(b => this.bind(step.depth, b));
    if (step.kind === "write") {
      const cells = this.cells.get(step.block), had = cells.has(step.offset), was = cells.get(step.offset);
      this.change(() => cells.set(step.offset, step.value), () => { if (had) cells.set(step.offset, was); else cells.delete(step.offset); });
      this.now.was = had ? was : null;
    }
    if (step.free) this.change(() => this.freed.add(step.free), () => this.freed.delete(step.free));
    (step.gone || []).forEach(b => {
      const cells = this.cells.get(b);
      if (cells) this.change(() => this.cells.delete(b), () => this.cells.set(b, cells));
    });
    this.undone.push(this.now);
    this.now = null;
    this.at++;
  }
  undo() {
    this.undone.pop().reverse().forEach(back => back());
    this.at--;
  }
  // was is what the last step has overwritten, or null.
  was() {
    const last = this.undone[this.undone.length - 1];
    return last && last.was !== undefined ? last.was : null;
  }
  // variables are the innermost ones of each name. In a function these are its own, and those of the program that it mentions.
  variables() {
    const latest = new Map(), call = this.calls[this.calls.length - 1];
    this.env.forEach(e => {
      if (call && e.depth < call.depth && !(call.uses.has(e.bind.name) && e.depth === 0)) return;
      latest.delete(e.bind.name);
      latest.set(e.bind.name, e);
    });
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

// windowOf is how many of the elements of an array are shown: in a row, of rows, and of what holds these, at most so many.
function windowOf(dims, most) {
  return dims.map((d, k) => Math.min(d[0], most[Math.min(dims.length - 1 - k, 2)]));
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
