// The controls: which step, which schedule, and links.

let data = null, views = [], evaluations = [], line = [], now = 0, run = 0, branches = [];

// choose takes up the evaluations of a schedule, and the branches of it.
function choose(newRun, newBranches) {
  run = newRun;
  branches = newBranches;
  evaluations = data.columns.map((c, k) => evaluationOf(c.runs[run].orders, branches[k] || 0));
  line = timeline(evaluations, data.beside && data.beside[run]);
  get("slider").max = line.length - 1;
  get("schedule").value = String(run);
  found();
}
function hand() { return data.columns.length === 1 && data.columns[0].runs[run].hand; }

// Where the buttons stop: after the steps of a kind.
function stops(point) {
  const side = point.moved, n = point.at[side], step = n > 0 ? evaluations[side].steps[n - 1] : null, by = get("by").value;
  if (!step || faults[step.kind] || by === "access" || hand() && evaluations[0].choice(n)) return true;
  if (by === "meeting") return !!point.meet;
  if (by === "iteration") return step.kind === "turn" || step.kind === "end" && step.depth === 0;
  return step.kind === "end";
}
function move(by) {
  let n = now + by;
  while (n > 0 && n < line.length - 1 && !stops(line[n])) n += by;
  show(Math.max(0, Math.min(line.length - 1, n)));
}

function show(n) {
  now = n;
  const point = line[n];
  views.forEach((v, k) => v.show(evaluations[k], point.at[k], point.moved === k));
  meeting(point);
  choice();
  const slider = get("slider");
  slider.value = n;
  slider.setAttribute("aria-valuetext", "step " + n + " of " + (line.length - 1));
  get("count").textContent = n + " / " + (line.length - 1);
  get("link").href = hash(n);
}
function hash(n) {
  return "#step=" + n + (run ? "&schedule=" + run : "") + (branches[0] ? "&order=" + branches[0] : "");
}

// meeting says what two programs have in common at a step.
function meeting(point) {
  if (views.length < 2) return;
  const box = get("choice"), b = data.beside[run], ends = now === line.length - 1;
  box.hidden = !(point.meet || ends);
  box.className = point.meet && point.meet.differ || ends && !b.same ? "bad" : "";
  box.textContent = "";
  if (ends) prose(b.words, box);
  else if (point.meet) prose((point.first ? "The first difference: " : "") + point.meet.words, box);
}

// choice offers the iterations that can come next.
function choice() {
  if (views.length > 1) return;
  const box = get("choice"), c = hand() ? evaluations[0].choice(now) : null;
  box.hidden = !c;
  box.textContent = "";
  if (!c) return;
  box.append("Which iteration of kernel ", el("code", c.fork.kernel), " is next? ");
  c.fork.left.slice(0, 40).forEach(i => {
    const to = i === c.fork.took ? c.branch : (c.fork.to || {})[i], button = el("button", String(i));
    button.disabled = to === undefined;
    if (button.disabled) button.title = "this page does not have that order";
    button.setAttribute("aria-label", "iteration " + i);
    button.onclick = () => {
      const at = now;
      choose(run, [to]);
      show(at + 1);
      get("next").focus();
    };
    box.append(button, " ");
  });
  if (c.fork.left.length > 40) box.append("…");
}

// found says where races and differences are, and what the orders of a schedule by hand lead to.
function found() {
  const box = get("found");
  box.textContent = "";
  evaluations.forEach((e, side) => {
    if (e.story.more) box.append("This page has the first " + e.steps.length + " steps" + (views.length > 1 ? " of " + data.columns[side].name : "") + ", and there are more. ");
    e.steps.forEach((s, k) => {
      if (!faults[s.kind]) return;
      const a = el("a", { race: "race", differ: "first difference between the semantics", stuck: "stuck" }[s.kind] + " at step " + (k + 1) + (views.length > 1 ? " of " + data.columns[side].name : ""));
      a.href = hash(pointOf(side, k + 1));
      box.append(a, " ");
    });
  });
  if (views.length > 1 && data.beside[run].first) {
    const a = el("a", "first difference between the programs");
    a.href = hash(line.findIndex(p => p.first));
    box.append(a, " ");
  }
  if (!hand()) return;
  const orders = data.columns[0].runs[run].orders, all = orders.branches;
  if (all.length < 2) return;
  box.append(all.length + " orders: " + all.filter(b => b.race).length + " with a race, " + all.filter(b => b.differ).length + " in which the semantics differ, " + orders.results + (orders.results === 1 ? " result. " : " different results. ") +
    (orders.open ? "There are more orders: this page has those that fit into " + data.most + " steps. " : ""));
  const back = el("button", "another order");
  back.title = "back to the first choice";
  back.onclick = () => { choose(run, [0]); show(evaluations[0].forks[0].at); };
  box.append(back);
}

// pointOf is where the steps of a page are n steps into one of its evaluations.
function pointOf(side, n) { return line.findIndex(p => p.at[side] === n); }

function fromLink() {
  const of = key => Number((new RegExp("[#&]" + key + "=(\\d+)").exec(location.hash) || [])[1] || 0);
  const wanted = Math.min(of("schedule"), data.columns[0].runs.length - 1), order = data.columns[0].runs[wanted].orders.branches[of("order")] ? of("order") : 0;
  choose(wanted, data.columns.length > 1 ? [] : [order]);
  show(Math.min(line.length - 1, of("step")));
}

function begin(read) {
  data = read;
  views = Array.from(document.querySelectorAll(".column")).map((root, k) => new View(root, data.places[k], (pane, n) => {
    for (let j = 0; j < line.length; j++) {
      const point = line[(now + j + 1) % line.length], at = point.at[k], step = at > 0 && point.moved === k ? evaluations[k].steps[at - 1] : null;
      if (step && views[k].lineOf(step, pane) === n) { show(line.indexOf(point)); return; }
    }
  }));
  data.columns[0].runs.forEach((r, k) => {
    const option = el("option", r.hand ? r.schedule + ", or by hand" : r.schedule);
    option.value = String(k);
    get("schedule").appendChild(option);
  });
  if (views.length > 1) {
    const option = el("option", "meeting");
    option.value = "meeting";
    get("by").appendChild(option);
  }
  get("schedule").onchange = function () {
    choose(Number(this.value), []);
    show(0);
  };
  get("slider").oninput = function () { show(Number(this.value)); };
  get("first").onclick = () => show(0);
  get("last").onclick = () => show(line.length - 1);
  get("back").onclick = () => move(-1);
  get("next").onclick = () => move(1);
  document.addEventListener("keydown", e => {
    if (/^(SELECT|INPUT|PRE)$/.test(e.target.tagName) && e.target.id !== "slider" || e.ctrlKey || e.metaKey || e.altKey) return;
    const id = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (id) { get(id).click(); e.preventDefault(); }
  });
  document.addEventListener("click", e => { // a step of the same column
    const a = e.target.closest("[data-to]");
    if (!a) return;
    e.preventDefault();
    location.hash = hash(pointOf(Number(a.closest(".column").dataset.column), Number(a.dataset.to)));
  });
  window.addEventListener("hashchange", fromLink);
  fromLink();
  document.body.dataset.ready = "yes";
}

(async () => {
  try {
    const packed = Uint8Array.from(atob(get("steps").textContent), c => c.charCodeAt(0));
    begin(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json());
  } catch (e) {
    get("found").textContent = "The steps cannot be shown: " + e.message.replace(/\.$/, "") + ". A browser of 2023 or later can read them.";
    throw e;
  }
})();
