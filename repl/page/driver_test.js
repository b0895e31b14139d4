// The driver goes through a page as a reader does, and compares each state with the one that is wanted.
(wanted => {
  const wrong = [], get = id => document.getElementById(id), column = document.querySelector(".column");
  const texts = cells => Array.from(cells).map(c => c.textContent);
  function seen() {
    const s = { cells: {}, env: {}, arrays: {} }, numbers = {};
    column.querySelectorAll(".block").forEach(b => {
      if (b.querySelector(".freed")) return;
      s.cells[b.dataset.block] = texts(b.querySelectorAll(".cell .value"));
    });
    column.querySelectorAll(".env > tr").forEach(r => {
      if (r.children[0].tagName !== "TH" || r.children[0].scope !== "row") return;
      const name = r.children[0].querySelector("button, .name").textContent;
      if (r.querySelector("button")) {
        const grids = td => texts(Array.from(td.querySelectorAll(".grid td")).filter(x => !/^[…⋮]$/.test(x.textContent)));
        s.arrays[name] = [grids(r.children[1]), grids(r.children[2])];
      } else if (!r.dataset.block) {
        s.env[name] = r.children[2].textContent;
        if (r.children[1].textContent !== s.env[name] && r.children[1].textContent !== "—") wrong.push(name + " has two values");
      }
    });
    return s;
  }
  const sorted = x => JSON.stringify(Object.keys(x).sort().map(k => [k, x[k]]));
  function compare(states, n, how) {
    const s = seen(), w = states[n];
    if (Number(get("slider").value) !== n) wrong.push(how + " to " + n + ": at " + get("slider").value);
    else ["cells", "env", "arrays"].forEach(part => {
      if (sorted(s[part]) !== sorted(w[part])) wrong.push(how + " to " + n + ": " + part + " " + sorted(s[part]) + ", wanted " + sorted(w[part]));
    });
  }
  const click = id => get(id).click();
  let slowest = 0;
  // through goes through the steps of a schedule in an order.
  function through(order, how) {
    const states = order.states, last = states.length - 1;
    let k = 0;
    click("first");
    compare(states, 0, how + ", first");
    for (let n = 1; n <= last; n++) {
      const t = performance.now(), choices = Array.from(get("choice").querySelectorAll("button"));
      if (choices.length) {
        const b = choices.find(x => x.textContent === String(order.took[k]));
        if (!b || b.disabled) { wrong.push(how + ": iteration " + order.took[k] + " cannot be chosen at " + (n - 1)); return; }
        b.click();
        k++;
      } else {
        click("next");
      }
      slowest = Math.max(slowest, performance.now() - t);
      compare(states, n, how + ", next");
    }
    if (k !== (order.took || []).length) wrong.push(how + ": " + k + " choices, wanted " + order.took);
    click("next");
    compare(states, last, how + ", next at the end");
    for (let n = last - 1; n >= 0; n--) { click("back"); compare(states, n, how + ", back"); }
    click("last");
    compare(states, last, how + ", last");
  }
  const schedule = get("schedule");
  if (schedule.options.length !== wanted.length) wrong.push(schedule.options.length + " schedules");
  wanted.forEach((orders, run) => {
    schedule.value = String(run);
    schedule.onchange();
    orders.forEach((order, k) => through(order, schedule.options[run].textContent + ", order " + k));
  });
  schedule.value = "0";
  schedule.onchange();
  const states = wanted[0][0].states, last = states.length - 1;
  for (let n = 0; n <= last; n += 7) { get("slider").value = n; get("slider").oninput(); compare(states, n, "slider"); }
  click("first");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  compare(states, Math.min(1, last), "key");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
  compare(states, last, "key");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
  ["statement", "iteration"].forEach(by => {
    get("by").value = by;
    click("first");
    for (let k = 0; Number(get("slider").value) !== last && k <= last; k++) { click("next"); compare(states, Number(get("slider").value), by); }
    if (Number(get("slider").value) !== last) wrong.push("by " + by + " it does not come to the end");
  });
  get("by").value = "access";
  column.querySelectorAll(".forms button").forEach(b => {
    const pane = column.querySelector('.text[data-pane="' + b.dataset.pane + '"]'), was = pane.hidden;
    b.click();
    if (pane.hidden === was || b.getAttribute("aria-pressed") !== String(was)) wrong.push("form " + b.textContent);
    pane.hidden || b.click();
    b.click();
    if (pane.hidden) wrong.push("form " + b.textContent + " is not shown");
  });
  const array = column.querySelector(".env button"), marks = () => column.querySelectorAll('.cell [data-array="' + array.textContent + '"]').length;
  if (array && array.closest("tr").querySelector(".grid") && !/freed/.test(array.closest("tr").textContent)) {
    const before = marks(), name = array.textContent;
    array.click();
    const now = column.querySelectorAll('.cell [data-array="' + name + '"]').length;
    if ((before > 0) === (now > 0)) wrong.push(name + " has " + before + " marks, and after a click " + now);
    Array.from(column.querySelectorAll(".env button")).find(b => b.textContent === name).click();
  }
  return wrong.length ? wrong.slice(0, 3).join(" ;; ") : "fine: " + wanted.map(o => o.length).join("+") + " orders, " + states.length + " states, slowest step " + slowest.toFixed(1) + " ms";
})
