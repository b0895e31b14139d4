"use strict";
(function () {
  var data = JSON.parse(document.getElementById("story").textContent), story = data.story, steps = story.steps || [];
  var get = function (id) { return document.getElementById(id); };
  var shown = null; // the array whose cells are marked, by its name

  // A state is what the steps up to one have changed. Some are kept, so that going back is short.
  var every = 50, kept = [], current = null;
  function start() {
    var s = { at: 0, cells: {}, written: {}, env: [], freed: {}, known: {} };
    (story.given || []).forEach(function (b) {
      if (b.block) know(s, b.block);
      s.env.push({ depth: 0, bind: b });
    });
    return s;
  }
  function copy(s) {
    var c = { at: s.at, cells: {}, written: {}, freed: {}, known: {} };
    Object.keys(s.cells).forEach(function (b) { c.cells[b] = s.cells[b].slice(); c.written[b] = Object.assign({}, s.written[b]); });
    c.env = s.env.slice();
    Object.assign(c.freed, s.freed);
    Object.assign(c.known, s.known);
    return c;
  }
  function know(s, b) {
    if (s.known[b]) return;
    var block = story.blocks[b - 1], cells = (block.cells || []).slice();
    s.known[b] = true;
    s.written[b] = {};
    for (var k = 0; k < block.size; k++) {
      if (k < cells.length) s.written[b][k] = true;
      else cells.push("0");
    }
    s.cells[b] = cells;
  }
  function apply(s, step) {
    while (s.env.length && s.env[s.env.length - 1].depth > step.depth) s.env.pop();
    if (step.kind === "turn") while (s.env.length && s.env[s.env.length - 1].depth >= step.depth) s.env.pop();
    if (step.block) know(s, step.block);
    (step.binds || []).forEach(function (b) {
      if (b.block) know(s, b.block);
      s.env.push({ depth: step.depth, bind: b });
    });
    if (step.kind === "write") {
      s.cells[step.block][step.offset] = step.value;
      s.written[step.block][step.offset] = true;
    }
    if (step.free) s.freed[step.free] = true;
    (step.gone || []).forEach(function (b) { delete s.known[b]; delete s.cells[b]; delete s.written[b]; });
    s.at++;
  }
  function stateAt(n) {
    var k = Math.floor(n / every);
    while (k > 0 && !kept[k]) k--;
    var s = current;
    if (!s || s.at > n || s.at < k * every) s = copy(kept[k] || start());
    while (s.at < n) {
      if (s.at % every === 0 && !kept[s.at / every]) kept[s.at / every] = copy(s);
      apply(s, steps[s.at]);
    }
    current = s;
    return s;
  }

  // Where the buttons stop: after the steps of a kind.
  function stops(step) {
    var by = get("by").value;
    if (step.kind === "race" || step.kind === "differ" || step.kind === "stuck") return true;
    if (by === "access") return true;
    if (by === "iteration") return step.kind === "turn" || step.kind === "end" && step.depth === 0;
    return step.kind === "end";
  }
  var now = 0; // how many steps have been done
  function move(by) {
    var n = now + by;
    while (n > 0 && n < steps.length && !stops(steps[n - 1])) n += by;
    show(Math.max(0, Math.min(steps.length, n)));
  }

  function el(tag, text, cls) {
    var e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    if (cls) e.className = cls;
    return e;
  }

  // The accesses of the statement that is being done: those since the last step that ended or began something around it.
  function accesses(n) {
    var list = [], depth = n > 0 ? steps[n - 1].depth : 0;
    for (var k = n - 1; k >= 0; k--) {
      var s = steps[k];
      if (k < n - 1 && (s.kind === "end" && s.depth <= depth || s.kind === "turn" && s.depth <= depth)) break;
      if (s.kind === "read" || s.kind === "write") list.push(s);
    }
    return list.reverse();
  }
  function offsets(view) {
    var list = [{ at: view.offset, index: [] }];
    view.dims.forEach(function (d) {
      var next = [];
      list.forEach(function (x) { for (var i = 0; i < d[0] && next.length < 5000; i++) next.push({ at: x.at + i * d[1], index: x.index.concat(i + 1) }); });
      list = next;
    });
    return list;
  }

  function heap(s, n) {
    var box = get("heap"), step = steps[n - 1], race = step && step.other ? steps[step.other - 1] : null;
    var seen = {}, view = {};
    accesses(n).forEach(function (a) { seen[a.block + ":" + a.offset] = a.kind; });
    s.env.forEach(function (e) {
      if (e.bind.name === shown && e.bind.view) {
        view = {};
        offsets(e.bind.view).forEach(function (o) { view[e.bind.block + ":" + o.at] = o.index.join(", "); });
      }
    });
    box.textContent = "";
    Object.keys(s.known).map(Number).sort(function (a, b) { return a - b; }).forEach(function (b) {
      var block = story.blocks[b - 1], div = el("div", undefined, "block");
      var name = el("div", undefined, s.freed[b] ? "freed" : "");
      name.appendChild(el("code", block.name));
      name.appendChild(document.createTextNode(" : " + block.size + (block.size === 1 ? " location" : " locations") + (s.freed[b] ? ", freed" : "")));
      div.appendChild(name);
      var cells = el("div", undefined, "cells");
      for (var k = 0; !s.freed[b] && k < block.size; k++) {
        var id = b + ":" + k, busy = seen[id] || step && step.block === b && step.offset === k;
        if (block.size > 64 && k >= 24 && k < block.size - 8 && !busy && view[id] === undefined) {
          if (cells.lastChild.className !== "elided") cells.appendChild(el("span", "…", "elided"));
          continue;
        }
        var c = el("span", s.cells[b][k], "cell");
        c.insertBefore(el("small", view[id] !== undefined ? "[" + view[id] + "]" : String(k)), c.firstChild);
        if (!s.written[b][k]) c.classList.add("unwritten");
        if (seen[id]) c.classList.add(seen[id]);
        if (view[id] !== undefined) c.classList.add("view");
        if (step && (step.kind === "race" || step.kind === "differ") && step.block === b && step.offset === k) c.classList.add("bad");
        c.title = "location " + k + " of " + block.name + (s.written[b][k] ? "" : ", which nobody has written");
        cells.appendChild(c);
      }
      div.appendChild(cells);
      box.appendChild(div);
    });
  }

  function lmad(v) {
    return v.offset + " + {" + v.dims.map(function (d) { return "(" + d[0] + " : " + d[1] + ")"; }).join(" ") + "}";
  }
  function grid(s, bind) {
    var v = bind.view, t = el("table", undefined, "grid"), cells = s.freed[bind.block] ? null : s.cells[bind.block];
    if (v.dims.length > 2 || !cells) return null;
    var rows = v.dims.length === 2 ? v.dims[0] : [1, 0], cols = v.dims[v.dims.length - 1];
    for (var i = 0; i < Math.min(rows[0], 12); i++) {
      var tr = el("tr");
      for (var j = 0; j < Math.min(cols[0], 16); j++) {
        var x = cells[v.offset + i * rows[1] + j * cols[1]];
        tr.appendChild(el("td", x === undefined ? "?" : x));
      }
      if (cols[0] > 16) tr.appendChild(el("td", "…"));
      t.appendChild(tr);
    }
    if (rows[0] > 12) t.appendChild(el("tr")).appendChild(el("td", "⋮"));
    return t;
  }
  function environment(s, step) {
    var table = get("env"), latest = {};
    table.textContent = "";
    s.env.forEach(function (e) { latest[e.bind.name] = e; });
    Object.keys(latest).forEach(function (name) {
      var b = latest[name].bind, tr = el("tr"), td = el("td"), value = el("td");
      if (step && (step.binds || []).indexOf(b) >= 0) tr.className = "new";
      if (b.view) {
        var button = el("button", name);
        button.setAttribute("aria-pressed", String(shown === name));
        button.title = "mark its cells in the heap";
        button.onclick = function () { shown = shown === name ? null : name; show(now); };
        td.appendChild(button);
        value.appendChild(document.createTextNode(story.blocks[b.block - 1].name + " → " + lmad(b.view)));
        var g = grid(s, b);
        if (g) value.appendChild(g);
      } else {
        td.textContent = name;
        value.textContent = b.block ? story.blocks[b.block - 1].name : b.value;
      }
      tr.appendChild(td);
      tr.appendChild(value);
      table.appendChild(tr);
    });
  }

  function rule(step) {
    var box = get("rule");
    box.textContent = "";
    if (!step || !step.rule) return;
    box.appendChild(el("p", step.rule + (step.figure ? ", " + step.figure : "") + (step.says ? ": " + step.says : "")));
    if (!step.conclusion) return;
    var i = el("div", undefined, "inference"), above = el("div", undefined, "above");
    (step.premises || []).forEach(function (p) { above.appendChild(el("code", p)); });
    i.appendChild(above);
    i.appendChild(el("div", undefined, "below")).appendChild(el("code", step.conclusion));
    box.appendChild(i);
  }
  function sets(n) {
    var r = [], w = [];
    accesses(n).forEach(function (a) {
      var at = "(" + story.blocks[a.block - 1].name + ", " + a.offset + ")", list = a.kind === "read" ? r : w;
      if (list.indexOf(at) < 0) list.push(at);
    });
    get("sets").textContent = "R = {" + r.join(", ") + "}  W = {" + w.join(", ") + "}";
  }

  // The line of a step in a form: the source, or one with a line for each name.
  function lineOf(step, map) {
    return map ? map[step.name] : step.at.line;
  }
  function code(step) {
    document.querySelectorAll(".l.at").forEach(function (l) { l.classList.remove("at"); });
    if (!step) return;
    data.panes.forEach(function (map, pane) {
      var line = lineOf(step, map);
      if (!line) return;
      var l = get("pane" + pane).querySelector('[data-l="' + (line - 1) + '"]');
      if (!l) return;
      l.classList.add("at");
      if (!get("pane" + pane).hidden && l.scrollIntoView) l.scrollIntoView({ block: "nearest" });
    });
  }

  function words(step, n) {
    var box = get("words");
    box.textContent = "";
    if (!step) { box.textContent = "Nothing has been done."; return; }
    box.className = step.kind === "race" || step.kind === "differ" || step.kind === "stuck" ? "bad" : "";
    box.appendChild(document.createTextNode(step.words + " "));
    if (step.other) {
      var a = el("a", step.kind === "race" ? "The other access is step " + step.other + "." : "It was last written in step " + step.other + ".");
      a.href = "#step=" + step.other;
      box.appendChild(a);
    }
    if (n === steps.length) {
      var end = story.more ? "There are more steps than this page has." : story.ended ? "The evaluation goes no further." : "The program gives (" + story.result + ").";
      box.appendChild(document.createTextNode(" " + end));
    }
  }

  function show(n) {
    now = n;
    var s = stateAt(n), step = steps[n - 1];
    words(step, n);
    heap(s, n);
    environment(s, step);
    sets(n);
    rule(step);
    code(step);
    get("slider").value = n;
    get("count").textContent = n + " / " + steps.length;
    get("link").href = "#step=" + n;
  }

  get("slider").max = steps.length;
  get("slider").oninput = function () { show(Number(this.value)); };
  get("first").onclick = function () { show(0); };
  get("last").onclick = function () { show(steps.length); };
  get("back").onclick = function () { move(-1); };
  get("next").onclick = function () { move(1); };
  document.addEventListener("keydown", function (e) {
    if (e.target.tagName === "SELECT" || e.target.tagName === "INPUT" || e.ctrlKey || e.metaKey || e.altKey) return;
    var f = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (f) { get(f).click(); e.preventDefault(); }
  });
  document.querySelectorAll("[role=tab]").forEach(function (tab) {
    tab.onclick = function () {
      document.querySelectorAll("[role=tab]").forEach(function (t) {
        t.setAttribute("aria-selected", String(t === tab));
        get("pane" + t.dataset.pane).hidden = t !== tab;
      });
      code(steps[now - 1]);
    };
  });
  document.addEventListener("mouseover", function (e) {
    document.querySelectorAll(".same").forEach(function (x) { x.classList.remove("same"); });
    var at = e.target.closest("[data-n]");
    if (at) document.querySelectorAll('[data-n="' + CSS.escape(at.dataset.n) + '"]').forEach(function (x) { x.classList.add("same"); });
  });
  document.addEventListener("click", function (e) { // on a line: the next step that is there
    var l = e.target.closest(".l");
    if (!l) return;
    var pane = Number(l.closest(".text").id.slice(4)), map = data.panes[pane];
    for (var k = 0; k < steps.length; k++) {
      var i = (now + k) % steps.length;
      if (lineOf(steps[i], map) === Number(l.dataset.l) + 1) { show(i + 1); return; }
    }
  });
  function fromLink() {
    var m = /step=(\d+)/.exec(location.hash);
    show(m ? Math.min(steps.length, Number(m[1])) : 0);
  }
  window.addEventListener("hashchange", fromLink);
  fromLink();
})();
