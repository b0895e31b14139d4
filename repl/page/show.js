// How a state looks.

const get = id => document.getElementById(id);
const faults = { race: true, differ: true, stuck: true };

function el(tag, text, cls) {
  const e = document.createElement(tag);
  if (text !== undefined && text !== null) e.textContent = text;
  if (cls) e.className = cls;
  return e;
}
// prose adds a text, in which names and code stand between backticks.
function prose(text, into) {
  text.split("`").forEach((t, k) => into.append(k % 2 ? el("code", t) : t));
}
// shortened is a text that can be read out.
function shortened(text) { return text.length > 200 ? text.slice(0, 200) + " …" : text; }
function indexText(index) { return "[" + index.join(", ") + "]"; }
function lmad(v) { return v.offset + " + {" + v.dims.map(d => "(" + d[0] + " : " + d[1] + ")").join(" ") + "}"; }

// View shows one program in its column.
class View {
  constructor(root, places, picked) {
    this.root = root;
    this.places = places;
    this.picked = picked; // called with a line that was chosen: its pane and its number
    this.marked = {};     // arrays that were marked or unmarked by hand, by name
    this.painted = {};    // the colours of arrays, by their blocks
    this.links();
  }
  part(cls) { return this.root.querySelector("." + cls); }

  // show shows the state of an evaluation after n steps, of which the last one has just been done if fresh.
  show(evaluation, n, fresh) {
    this.evaluation = evaluation;
    this.n = n;
    this.story = evaluation.story;
    const s = evaluation.at(n), step = n > 0 ? evaluation.steps[n - 1] : null;
    const colours = this.colours(s);
    this.words(step, n);
    this.heap(s, step, colours);
    this.environment(s, fresh ? step : null, colours);
    this.sets();
    this.rule(step);
    this.code(step);
  }
  again() { this.show(this.evaluation, this.n, true); }

  // colours are the arrays that are marked in the heap, with the numbers of their colours: up to four of each block, the latest ones, and
  // those that were chosen. Arrays of one block have different colours as long as there are enough, and an array keeps its colour.
  colours(s) {
    const of = new Map(), count = {}, list = s.variables().filter(e => e.bind.view && s.cells.has(e.bind.block) && !s.freed.has(e.bind.block));
    list.forEach(e => {
      const block = this.painted[e.bind.block] = this.painted[e.bind.block] || new Map();
      if (!block.has(e.bind.name)) block.set(e.bind.name, block.size % 6);
    });
    list.reverse().forEach(e => {
      const b = e.bind, n = count[b.block] || 0, wanted = this.marked[b.name];
      if (wanted === false || wanted === undefined && n >= 4) return;
      count[b.block] = n + 1;
      of.set(b.name, this.painted[b.block].get(b.name));
    });
    return of;
  }

  heap(s, step, colours) {
    const box = this.part("heap"), seen = {};
    this.evaluation.accesses(this.n).forEach(a => { seen[a.block + ":" + a.offset] = a.kind; });
    box.textContent = "";
    const list = Array.from(s.cells.keys()).sort((a, b) => a - b);
    if (!list.length) box.appendChild(el("p", "There are no blocks.", "faint"));
    list.forEach(b => box.appendChild(this.block(s, step, b, seen, colours)));
  }
  block(s, step, b, seen, colours) {
    const block = this.story.blocks[b - 1], freed = s.freed.has(b), div = el("div", null, "block"), name = el("div", null, freed ? "freed" : "");
    name.appendChild(el("code", block.name));
    name.appendChild(document.createTextNode(" : " + block.size + (block.size === 1 ? " location" : " locations") + (freed ? ", freed" : "")));
    div.appendChild(name);
    div.dataset.block = block.name + " " + b;
    if (freed) return div;
    const lanes = [], shown = new Set();
    s.variables().forEach(e => {
      if (e.bind.block !== b || !colours.has(e.bind.name)) return;
      const lane = { name: e.bind.name, colour: colours.get(e.bind.name), index: new Map() }, dims = e.bind.view.dims, n = dims.reduce((n, d) => n * d[0], 1);
      within(e.bind.view, windowOf(dims, [8, 6, 3])).forEach(x => shown.add(x.at));
      within(e.bind.view, n <= 20000 ? dims.map(d => d[0]) : windowOf(dims, [64, 32, 3])).forEach(x => {
        lane.index.set(x.at, (lane.index.get(x.at) || []).concat(indexText(x.index)));
      });
      if (step && step.array === e.bind.name && step.block === b && step.index) lane.index.set(step.offset, [indexText(step.index)]);
      lanes.push(lane);
      name.appendChild(el("span", e.bind.name + " " + lmad(e.bind.view), "chip lane" + lane.colour));
    });
    const cells = el("div", null, "cells");
    cells.setAttribute("role", "list");
    cells.setAttribute("aria-label", "locations of " + block.name);
    const ends = block.size <= 64 ? [block.size, block.size] : [16, block.size - 4];
    for (let k = 0; k < ends[0]; k++) shown.add(k);
    for (let k = ends[1]; k < block.size; k++) shown.add(k);
    Object.keys(seen).forEach(id => { if (id.startsWith(b + ":")) shown.add(Number(id.slice(id.indexOf(":") + 1))); });
    if (step && step.block === b) shown.add(step.offset);
    let last = -1;
    Array.from(shown).filter(k => k >= 0 && k < block.size).sort((x, y) => x - y).forEach(k => {
      if (k > last + 1) cells.appendChild(el("span", "…", "elided"));
      cells.appendChild(this.cell(s, step, b, k, seen, lanes));
      last = k;
    });
    div.appendChild(cells);
    return div;
  }
  cell(s, step, b, k, seen, lanes) {
    const c = el("span", null, "cell"), block = this.story.blocks[b - 1], value = s.cell(b, k), here = step && step.block === b && step.offset === k, kind = seen[b + ":" + k];
    let says = "location " + k + " of " + block.name + " has " + value;
    c.setAttribute("role", "listitem");
    c.dataset.k = k;
    c.appendChild(el("small", k + (kind === "read" ? " R" : kind === "write" ? " W" : "")));
    const text = el("span", value, "value");
    c.appendChild(text);
    if (!s.written(b, k)) {
      c.classList.add("unwritten");
      says += ", and nobody has written it";
    }
    if (kind) {
      c.classList.add(kind);
      says += kind === "read" ? ", is read" : ", is written";
    }
    const was = here && step.kind === "write" ? s.was() : null;
    if (was !== null && was !== value) {
      c.insertBefore(el("del", was), text);
      says += ", and had " + was;
    }
    if (here && (step.kind === "race" || step.kind === "differ")) {
      c.classList.add("bad");
      says += step.kind === "race" ? ", and the accesses to it race" : ", and not what the value semantics has";
    }
    lanes.forEach(l => {
      const index = l.index.get(k), band = el("span", index ? l.name + index[0] + (index.length > 1 ? "…" : "") : "", "lane" + (index ? " lane" + l.colour : ""));
      if (index) {
        band.dataset.array = l.name;
        says += ", " + index.map(i => l.name + i).join(" and ");
      }
      c.appendChild(band);
    });
    c.title = says;
    c.setAttribute("aria-label", says);
    return c;
  }

  // environment has each variable with its value in the value semantics, and what the heap shows.
  environment(s, step, colours) {
    const table = this.part("env");
    table.textContent = "";
    const list = s.variables();
    if (!list.length) return;
    const head = table.appendChild(el("tr"));
    ["", "value semantics", "heap semantics"].forEach(t => head.appendChild(el("th", t)).scope = "col");
    list.forEach(e => {
      const b = e.bind, tr = el("tr"), name = el("th"), value = el("td"), heap = el("td");
      name.scope = "row";
      const fresh = step && (step.binds || []).indexOf(b) >= 0;
      if (fresh) tr.className = "new";
      if (b.block) tr.dataset.block = b.block;
      if (b.view) {
        const button = el("button", b.name);
        button.setAttribute("aria-pressed", String(colours.has(b.name)));
        if (colours.has(b.name)) button.className = "lane" + colours.get(b.name);
        button.title = "mark its elements in the heap";
        button.onclick = () => {
          this.marked[b.name] = !colours.has(b.name);
          this.again();
          const same = Array.from(this.part("env").querySelectorAll("button")).find(x => x.textContent === b.name);
          if (same) same.focus();
        };
        name.appendChild(button);
        heap.appendChild(document.createTextNode(this.story.blocks[b.block - 1].name + " → " + lmad(b.view)));
        this.grids(s, b, value, heap);
      } else {
        name.appendChild(el("span", b.name, "name"));
        heap.textContent = b.block ? this.story.blocks[b.block - 1].name : b.value;
        if (!b.block) value.textContent = b.value;
      }
      if (e.unknown) {
        value.textContent = b.block && !b.view ? "" : "—";
        value.title = "The semantics have differed before, so the value semantics is not followed here.";
      }
      if (fresh) name.appendChild(el("span", "new", "fresh"));
      tr.append(name, value, heap);
      table.appendChild(tr);
    });
  }
  // grids are the elements of an array in both semantics, as matrices.
  grids(s, b, value, heap) {
    const elements = within(b.view, windowOf(b.view.dims, data.window)), there = s.cells.has(b.block) && !s.freed.has(b.block), size = this.story.blocks[b.block - 1].size;
    const have = elements.map(x => !there ? "freed" : x.at < 0 || x.at >= size ? "?" : s.cell(b.block, x.at));
    const same = k => !b.means || b.means[k] === have[k] || b.means[k] === "_" || have[k] === "0" && Number(b.means[k]) === 0;
    if (b.means) this.grid(b, elements, b.means, () => true, value);
    this.grid(b, elements, have, same, heap);
  }
  grid(b, elements, texts, same, into) {
    let table = null, tr = null, outer = null;
    const rank = b.view.dims.length, cols = b.view.dims[rank - 1], rows = rank > 1 ? b.view.dims[rank - 2] : [1, 0];
    if (!elements.length) { into.appendChild(el("span", "no elements", "faint")); return; }
    elements.forEach((x, k) => {
      const above = x.index.slice(0, -2).join(", ");
      if (!table || rank > 2 && above !== outer) {
        table = into.appendChild(el("table", null, "grid"));
        if (rank > 2) table.appendChild(el("caption", "[" + above + ", ·, ·]"));
        outer = above;
        tr = null;
      }
      if (!tr || x.index[rank - 1] === 1) tr = table.appendChild(el("tr"));
      const td = tr.appendChild(el("td", texts[k]));
      if (!same(k)) {
        td.className = "unlike";
        td.title = b.name + indexText(x.index) + " has another value in the value semantics";
      }
      const ends = x.index[rank - 1] === Math.min(cols[0], data.window[0]);
      if (ends && cols[0] > data.window[0]) tr.appendChild(el("td", "…"));
      if (rank > 1 && ends && x.index[rank - 2] === data.window[1] && rows[0] > data.window[1]) table.appendChild(el("tr")).appendChild(el("td", "⋮"));
    });
    if (b.view.dims.slice(0, -2).some(d => d[0] > data.window[2])) into.appendChild(el("span", "…"));
  }

  rule(step) {
    const box = this.part("rule");
    box.textContent = "";
    if (!step || !step.rule) return;
    box.appendChild(el("p", step.rule + (step.figure ? ", " + step.figure : "") + (step.says ? ": " + step.says : "")));
    if (!step.conclusion) return;
    const i = el("div", null, "inference"), above = el("div", null, "above");
    (step.premises || []).forEach(p => above.appendChild(el("code", p)));
    i.appendChild(above);
    i.appendChild(el("div", null, "below")).appendChild(el("code", step.conclusion));
    box.appendChild(i);
  }
  sets() {
    const sets = { read: [], write: [] };
    this.evaluation.accesses(this.n).forEach(a => {
      const at = "(" + this.story.blocks[a.block - 1].name + ", " + a.offset + ")";
      if (sets[a.kind].indexOf(at) < 0) sets[a.kind].push(at);
    });
    this.part("sets").textContent = "R = {" + sets.read.join(", ") + "}  W = {" + sets.write.join(", ") + "}";
  }
  words(step, n) {
    const box = this.part("words");
    box.textContent = "";
    box.classList.toggle("bad", !!step && !!faults[step.kind]);
    if (data.columns.length > 1) box.append(el("span", "step " + n + " of " + this.evaluation.steps.length + ": ", "faint"));
    if (!step) { box.append("Nothing has been done."); return; }
    const link = (text, to) => {
      const a = el("a", text);
      a.href = "#";
      a.dataset.to = to;
      box.append(a, " ");
    };
    prose(step.words + " ", box);
    if (step.kind === "race") {
      link("This access is step " + (n - 1) + ".", n - 1);
      if (step.other) link("The other access is step " + step.other + ".", step.other);
      if (step.last && step.last !== step.other) link("The location was last written in step " + step.last + ".", step.last);
    } else if (step.other) {
      link("It was last written in step " + step.other + ".", step.other);
    }
    if (n === this.evaluation.steps.length) {
      box.append(this.story.more ? "There are more steps than this page has." : this.story.ended ? "The evaluation goes no further." : "The program gives (" + shortened(this.story.result) + ").");
    }
  }

  // lineOf is the line of a step in a form: the source, or one with a line for each name.
  lineOf(step, pane) {
    const map = this.places[pane];
    return (map ? map[(step.def || "") + "/" + step.name] || map[step.name] : step.at.line) || 0;
  }
  line(pane, n) { return this.root.querySelector('.text[data-pane="' + pane + '"] [data-l="' + (n - 1) + '"]'); }
  code(step) {
    this.root.querySelectorAll(".l.at").forEach(l => { l.classList.remove("at"); l.removeAttribute("aria-current"); });
    if (!step) return;
    this.places.forEach((_, pane) => {
      const n = this.lineOf(step, pane), l = n && this.line(pane, n);
      if (!l) return;
      l.classList.add("at");
      l.setAttribute("aria-current", "step");
      const pre = l.parentNode, top = l.offsetTop - pre.offsetTop;
      if (top < pre.scrollTop || top > pre.scrollTop + pre.clientHeight - 40) pre.scrollTop = top - pre.clientHeight / 2;
    });
  }

  // links: names and lines that belong together are marked in all forms; a line leads to the next step that is there.
  links() {
    const unmark = cls => this.root.querySelectorAll("." + cls).forEach(x => x.classList.remove(cls));
    this.root.addEventListener("mouseover", e => {
      unmark("same");
      unmark("with");
      const name = e.target.closest("[data-n]"), l = e.target.closest(".l");
      if (name) this.root.querySelectorAll('[data-n="' + CSS.escape(name.dataset.n) + '"]').forEach(x => x.classList.add("same"));
      if (l) this.together(Number(l.closest(".text").dataset.pane), Number(l.dataset.l) + 1);
    });
    this.root.addEventListener("click", e => {
      const l = e.target.closest(".l");
      if (l && !String(getSelection())) this.picked(Number(l.closest(".text").dataset.pane), Number(l.dataset.l) + 1);
    });
    this.root.querySelectorAll(".forms button").forEach(button => {
      button.onclick = () => {
        const pane = this.root.querySelector('.text[data-pane="' + button.dataset.pane + '"]');
        pane.hidden = !pane.hidden;
        button.setAttribute("aria-pressed", String(!pane.hidden));
        if (this.evaluation) this.again();
      };
    });
    this.root.querySelectorAll("pre").forEach(pre => {
      const pane = Number(pre.closest(".text").dataset.pane);
      let n = 0;
      pre.addEventListener("keydown", e => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
        if (by) {
          const l = this.line(pane, n + by);
          if (!l) return;
          n += by;
          unmark("with");
          l.classList.add("with");
          this.together(pane, n);
          get("said").textContent = "line " + n + ": " + l.textContent;
          l.scrollIntoView({ block: "nearest" });
          e.preventDefault();
        } else if (e.key === "Enter" && n) {
          this.picked(pane, n);
        }
      });
    });
  }
  // together marks the lines of the other forms that belong to a line.
  together(pane, line) {
    if (!this.evaluation) return;
    const done = new Set();
    this.evaluation.steps.forEach(s => {
      if (this.lineOf(s, pane) !== line) return;
      this.places.forEach((_, other) => {
        const n = this.lineOf(s, other), key = other + ":" + n;
        if (!n || done.has(key)) return;
        done.add(key);
        const l = this.line(other, n);
        if (l) l.classList.add("with");
      });
    });
  }
}
