"use strict";
// Answers are read as in answer.go: TestPageAnswers compares the two.
var TOKEN = /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\.|[\p{L}_][\p{L}\p{N}_'#]*|[^\s]/gu;

// canonical is a number as Go prints it, or null: without zeros that say nothing. Numbers with exponents stay as they are.
function canonical(text, whole) {
  if (/[eE]/.test(text)) {
    text = expanded(text);
  }
  text = text.replace(/^0+(?=\d)/, "");
  if (text.includes(".")) text = text.replace(/0+$/, "").replace(/\.$/, "");
  return whole && text.includes(".") ? null : text;
}

// expanded is a number without its exponent.
function expanded(text) {
  var m = /^(\d+)(?:\.(\d+))?[eE]([-+]?\d+)$/.exec(text), digits = m[1] + (m[2] || ""), at = m[1].length + Number(m[3]);
  if (at <= 0) return "0." + "0".repeat(-at) + digits;
  if (at >= digits.length) return digits + "0".repeat(at - digits.length);
  return digits.slice(0, at) + "." + digits.slice(at);
}

function isNumeral(t) { return t !== undefined && /^\d/.test(t); }

// numbers are the numbers in a text, and at which of them ranges begin, or null.
function numbers(form, text) {
  var tokens = text.match(TOKEN) || [], list = [], ranges = [], negative = false, through = false, some = false;
  for (var k = 0; k < tokens.length; k++) {
    var t = tokens[k], lower = t.toLowerCase(), next = tokens[k + 1];
    var spelled = known.spelled.indexOf(lower);
    if (isNumeral(t) || spelled >= 0) {
      if (/[eE][-+]?\d{3}/.test(t)) return null;
      var x = canonical(spelled >= 0 ? String(spelled) : t, form !== "numbers");
      if (x === null || list.length === known.most) return null;
      if (negative && x !== "0") x = "-" + x;
      list.push(x);
      if (through && form === "set") ranges.push(list.length - 2);
      negative = through = false;
    } else if (["-", "−", "–", "..", "…"].includes(t) || lower === "to" && form === "set") {
      var before = k > 0 && (isNumeral(tokens[k - 1]) || known.spelled.includes(tokens[k - 1].toLowerCase()));
      if (before && form !== "numbers" && !ranges.includes(list.length - 2)) through = true;
      else if (form === "numbers" && (t === "-" || t === "−")) negative = true;
      else return null;
    } else if (known.nothings.includes(lower)) {
      if (tokens.length > 2 || form === "numbers") return null;
      some = true;
    } else if (known.fillers.includes(lower) || "[]{}(),;:.!?#=`'\"".includes(t)) {
      if (/[\[{(]/.test(t)) some = true;
    } else if (!(/^[\p{L}_]/u.test(t) && (next === "[" || t.endsWith("_mem")))) return null;
  }
  return negative || through || !list.length && !some ? null : { list: list, ranges: ranges };
}

// parsed is the items of an answer of a form, or null.
function parsed(form, text) {
  text = text.trim();
  if (form === "truth") {
    text = text.replace(/^[.!`'" ]+|[.!`'" ]+$/g, "").toLowerCase();
    return ["yes", "y", "true", "1"].includes(text) ? ["yes"] : ["no", "n", "false", "0"].includes(text) ? ["no"] : null;
  }
  if (form === "name") {
    var words = text.replace(/[`'".,;:!?]/g, " ").split(/\s+/).filter(Boolean), last = words[words.length - 1], n = words.length;
    words = words.filter(function (w) { return !(n > 1 && known.fillers.includes(w.toLowerCase()) && w.toLowerCase() !== last.toLowerCase()); });
    return words.length === 1 && /^[\p{L}_]/u.test(words[0]) ? words : null;
  }
  var found = numbers(form, text);
  if (!found) return null;
  var list = found.list, items = [], k;
  if (form === "numbers") return list.length ? list : null;
  if (form === "pairs") {
    if (list.length % 2) return null;
    for (k = 0; k < list.length; k += 2) {
      var x = list[k], y = list[k + 1];
      items.push(BigInt(x) <= BigInt(y) ? x + "," + y : y + "," + x);
    }
  } else {
    for (k = 0; k < list.length; k++) {
      if (!found.ranges.includes(k)) { items.push(list[k]); continue; }
      var lo = BigInt(list[k]), hi = BigInt(list[k + 1]);
      if (hi < lo || hi - lo > BigInt(known.most)) return null;
      for (; lo <= hi; lo++) items.push(String(lo));
      k++;
    }
  }
  items.sort(function (a, b) { return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0); });
  return items.filter(function (x, i) { return i === 0 || x !== items[i - 1]; });
}

function accepts(right, items) {
  if (right.any) return items.length > 0 && items.every(function (x) { return right.items.includes(x); });
  return JSON.stringify(right.items) === JSON.stringify(items);
}

(function () {
  var steps = Array.from(document.querySelectorAll(".step"));
  function show(k) {
    steps.forEach(function (s, i) { s.hidden = i > k; });
    steps.forEach(function (s, i) { var go = s.querySelector(".go"); if (go) go.hidden = i < k; });
  }
  var at = 0;
  show(0);
  document.querySelectorAll(".on").forEach(function (b) {
    b.onclick = function () { show(++at); steps[at].scrollIntoView({ block: "nearest" }); };
  });
  document.getElementById("all").onclick = function () {
    at = steps.length - 1;
    show(at);
    this.hidden = true;
  };
  document.querySelectorAll(".question").forEach(function (f) {
    f.onsubmit = function (e) {
      e.preventDefault();
      var right = known.answers[f.dataset.step], verdict = f.querySelector(".verdict"), items = parsed(right.form, f.querySelector("input").value);
      verdict.className = "verdict";
      if (!items) {
        verdict.textContent = "That is no answer to this question: it is " + f.querySelector(".how").textContent + ".";
        return;
      }
      var good = accepts(right, items), meant = right.meant && items.length === 1 && right.meant[items[0]];
      verdict.classList.add(good ? "good" : "bad");
      var some = (right.form === "set" || right.form === "pairs") && !right.any && items.length && items.every(function (x) { return right.items.includes(x); });
      verdict.textContent = good ? "Right." : (meant ? "No: " + meant + "." : some ? "That is right as far as it goes, and something is missing." : "No.") + " This is how it is:";
      f.querySelector(".why").hidden = false;
    };
  });
})();
