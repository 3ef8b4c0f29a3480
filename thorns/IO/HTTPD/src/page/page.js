R"page(
// The page. The token is in the fragment of the address, which browsers do not send to servers.

const byId = id => document.getElementById(id);
const run = {token: "", status: null, series: {generation: -1, names: [], points: []}, parameters: [], parametersVersion: -1,
             variables: [], storageVersion: "", lastResult: 0, failures: 0, tab: "plots", announced: "", isStopping: false, variable: ""};

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function announce(text) {
  if (text === run.announced) return;
  run.announced = text;
  byId("announcement").textContent = text;
}

function showAlert(text) {
  byId("alert").textContent = text;
  byId("alert").hidden = !text;
}

async function request(path, fields) {
  const options = {headers: {Authorization: "Bearer " + run.token}, cache: "no-store"};
  if (fields) Object.assign(options, {method: "POST", body: new URLSearchParams(fields)});
  return fetch(path, options);
}

// The JSON object at `path`; null if the server has none.
async function load(path) {
  const response = await request(path);
  if (response.status === 401) throw new Error("token");
  return response.ok ? response.json() : null;
}

function durationText(seconds) {
  if (!(seconds >= 0)) return "-";
  const whole = Math.round(seconds), two = number => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), days = Math.floor(hours / 24);
  const minutes = Math.floor(whole / 60) % 60;
  if (days > 0) return `${days} d ${hours % 24}:${two(minutes)} h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)} h` : `${minutes}:${two(whole % 60)} min`;
}

// --- Progress and control

const STATES = {starting: "starting", running: "running", paused: "paused", ending: "ending", ended: "ended", lost: "no connection"};

function showState(state) {
  const badge = byId("state");
  if (badge.dataset.state !== state || badge.textContent !== STATES[state]) announce("The run is " + STATES[state] + ".");
  badge.dataset.state = state;
  badge.textContent = STATES[state];
}

function showStatus(status) {
  run.status = status;
  showState(status.state);
  byId("name").textContent = status.name;
  document.title = (status.done >= 0 ? Math.floor(100 * status.done) + "% " : "") + status.name;
  if (status.state === "ended") { disableControls(); byId("left").textContent = "-"; }
  if (status.iteration === undefined) return;
  byId("where").textContent = `${status.host}, ${status.folder}, ${status.processes} process${status.processes > 1 ? "es" : ""}`;
  const percent = status.done >= 0 ? 100 * status.done : -1, bar = byId("progress");
  if (percent >= 0) bar.value = percent; else bar.removeAttribute("value");
  byId("done").textContent = percent >= 0 ? percent.toFixed(1) + "%" : "no limit";
  byId("left").textContent = status.state === "running" ? durationText(status.seconds_left) : STATES[status.state];
  byId("iteration").textContent = status.iteration;
  byId("time").textContent = numberText(status.time);
  byId("speed").textContent = status.steps_per_second >= 0 ? numberText(status.steps_per_second, 3) : "-";
  byId("seconds").textContent = durationText(status.seconds);
  showControls(status);
  showResults(status.results);
}

function showControls(status) {
  const paused = status.state === "paused", ending = status.state === "ending";
  byId("read-only").hidden = !status.read_only;
  byId("controls").hidden = status.read_only;
  const disabled = {pause: paused, resume: !paused, step: !paused, checkpoint: !status.can_checkpoint, stop: false};
  for (const button of byId("controls").children) {
    const isOff = ending || disabled[button.dataset.action];
    if (isOff && button === document.activeElement) byId("main").focus({preventScroll: true});
    button.disabled = isOff;
  }
}

function disableControls() {
  for (const button of byId("controls").children) button.disabled = true;
}

function showResult(text) {
  byId("result").hidden = false;
  byId("result").textContent = text;
  announce(text);
}

function showResults(results) {
  for (const {id, text} of results) {
    if (id <= run.lastResult) continue;
    run.lastResult = id;
    showResult(text);
  }
}

// Opens the dialog. Resolves to null if the user cancels, otherwise to the value of the field.
function confirmation({title, text, yes, value, ranges}) {
  const dialog = byId("dialog");
  byId("dialog-title").textContent = title;
  byId("dialog-text").textContent = text;
  byId("dialog-yes").textContent = yes;
  byId("dialog-field").hidden = value === undefined;
  byId("dialog-value").value = value ?? "";
  byId("dialog-ranges").textContent = ranges ?? "";
  dialog.returnValue = "no";
  return new Promise(resolve => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? byId("dialog-value").value : null), {once: true});
    dialog.showModal();
    (value === undefined ? byId("dialog-no") : byId("dialog-value")).focus();
  });
}

async function change(action, fields = {}) {
  try {
    const response = await request("/api/" + action, {...fields, action});
    const answer = await response.json();
    if (!response.ok) showResult(answer.error);
    else setTimeout(update, 150);
    if (response.ok && action === "stop") run.isStopping = true;
  } catch {
    showResult("The request did not reach the run.");
  }
}

async function act(action) {
  if (action === "stop") {
    const answer = await confirmation({title: "Stop the run?", text: "The run ends after its present step and writes what is due at its end.", yes: "Stop the run"});
    if (answer === null) return;
  }
  await change(action);
}

// --- Plots

function showSeries() {
  const {names, points} = run.series, charts = byId("charts"), log = byId("logarithmic").checked;
  byId("no-plots").hidden = names.length > 0;
  charts.replaceChildren(...names.map((name, n) => {
    const curve = points.map(point => [point[1], point[n + 2]]);
    const known = curve.filter(point => point[1] !== null), last = known.at(-1);
    const description = `${name} over time` + (last ? `; latest value ${numberText(last[1])} at time ${numberText(last[0])}` : "; no values yet");
    const figure = element("figure", {}, element("figcaption", {}, `${name}: ${last ? numberText(last[1]) : "-"}`));
    figure.append(lineChart(curve, {description, log, xLabel: "time", joins: true}));
    return figure;
  }));
}

async function updateSeries() {
  const old = run.series, after = old.points.length ? old.points.at(-1)[0] : -1;
  const series = await load(`/api/series?generation=${old.generation}&after=${after}`);
  if (!series) return;
  if (series.generation === old.generation) {
    if (series.points.length === 0) return;
    old.points.push(...series.points);
  } else {
    run.series = series;
    showVariables();
  }
  showSeries();
}

// --- Fields

// Unless the user has chosen a variable, the first plotted variable is chosen.
function showVariables() {
  const select = byId("variable"), names = run.variables.map(variable => variable.name);
  const plotted = run.series.names.map(name => name.split(" ")[0]);
  select.replaceChildren(...names.map(name => element("option", {}, name)));
  select.value = names.find(name => name === run.variable) ?? plotted.find(name => names.includes(name)) ?? names[0];
  showAxes();
}

// Planes first, then lines; directions with one point are omitted.
function showAxes() {
  const variable = run.variables.find(candidate => candidate.name === byId("variable").value), select = byId("axes"), chosen = select.value;
  if (!variable) return;
  const letters = variable.points.map((n, d) => n > 1 ? "xyz"[d] : "").join("");
  const planes = letters.length === 3 ? ["xy", "xz", "yz"] : letters.length === 2 ? [letters] : [];
  select.replaceChildren(...[...planes, ...letters].map(axes => element("option", {value: axes}, (axes.length > 1 ? "plane " : "line ") + axes)));
  if ([...select.options].some(option => option.value === chosen)) select.value = chosen;
}

async function updateSlice() {
  const variable = byId("variable").value, axes = byId("axes").value;
  if (!variable || !axes) return;
  const response = await request("/api/slice?" + new URLSearchParams({variable, axes, at: byId("at").value}));
  if (response.status === 202) { byId("slice-text").textContent = "The run collects the values."; return; }
  if (!response.ok) { byId("slice-text").textContent = (await response.json()).error; return; }
  const slice = JSON.parse(response.headers.get("X-Slice")), values = new Float32Array(await response.arrayBuffer());
  const text = `${slice.variable} at time ${numberText(slice.time)}, iteration ${slice.iteration}` + slice.at.map(at => ", " + at).join("")
             + `: from ${numberText(slice.minimum)} to ${numberText(slice.maximum)}`;
  byId("slice-text").textContent = text;
  byId("slice-figure").hidden = false;
  const line = () => lineChart([...values].map((value, n) => [slice.lower[0] + n * slice.delta[0], value]), {description: text, xLabel: slice.axes});
  byId("slice-plot").replaceChildren(slice.axes.length === 1 ? line() : planeChart(slice, values, {description: text, symmetric: byId("symmetric").checked}));
}

// --- Parameters

function rangesText(parameter) {
  return parameter.ranges.map(({range, description}) => range + (description ? " (" + description + ")" : "")).join("; ");
}

async function steer(parameter) {
  const name = `${parameter.thorn}::${parameter.name}`;
  const value = await confirmation({title: `Change ${name}?`, text: `${parameter.description}. The value is ${parameter.value}.`, yes: "Change",
                                    value: parameter.value, ranges: `Type: ${parameter.type}. ` + rangesText(parameter)});
  if (value !== null && value !== parameter.value) await change("set", {thorn: parameter.thorn, parameter: parameter.name, value});
}

const MAX_ROWS = 300;

function showParameters() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean), only = byId("only-set").checked;
  const canSteer = run.status && !run.status.read_only;
  const chosen = run.parameters.filter(parameter => {
    const text = `${parameter.thorn}::${parameter.name} ${parameter.description} ${parameter.value}`.toLowerCase();
    return words.every(word => text.includes(word)) && (!only || parameter.set || (canSteer && parameter.steerable));
  });
  const left = chosen.length > MAX_ROWS ? `; the first ${MAX_ROWS} are shown` : "";
  const focused = document.activeElement.getAttribute("aria-label");
  byId("parameter-count").textContent = `${chosen.length} of ${run.parameters.length} parameters${left}`;
  byId("parameter-rows").replaceChildren(...chosen.slice(0, MAX_ROWS).map(parameter => {
    const name = `${parameter.thorn}::${parameter.name}`;
    const value = element("td", {class: "value"}, parameter.value === "" ? "(empty)" : parameter.value);
    if (parameter.steerable && canSteer) {
      const button = element("button", {type: "button", "aria-label": "Change " + name}, "Change");
      button.addEventListener("click", () => steer(parameter));
      value.append(" ", button);
    }
    return element("tr", {}, element("th", {scope: "row"}, element("code", {}, name)), value, element("td", {}, parameter.description));
  }));
  const button = [...byId("parameter-rows").querySelectorAll("button")].find(other => other.getAttribute("aria-label") === focused);
  if (button) button.focus();
}

// --- Speed, schedule, messages, files

async function updateSpeed() {
  const times = await load("/api/timers");
  const total = run.status?.seconds || 1;
  byId("timer-rows").replaceChildren(...(times?.timers ?? []).map(({name, seconds}) => element("tr", {},
    element("td", {}, name), element("td", {class: "number"}, seconds.toFixed(2)),
    element("td", {class: "number"}, (100 * seconds / total).toFixed(1) + "%"))));
  const response = await request("/api/report");
  if (response.status === 200) byId("report").textContent = await response.text();
}

async function updateSchedule() {
  if (byId("bins").children.length > 0) return;
  const schedule = await load("/api/schedule");
  byId("bins").replaceChildren(...(schedule?.bins ?? []).map(({bin, functions}) => element("details", {},
    element("summary", {}, `${bin} (${functions.length})`),
    element("ol", {}, ...functions.map(item => element("li", {}, element("code", {}, `${item.thorn}::${item.function}`),
                                                       item.where.endsWith(bin) ? "" : ` in ${item.where}`))))));
}

let shownMessages = "";

async function updateMessages() {
  const log = await load("/api/messages");
  const text = JSON.stringify(log);
  if (!log || text === shownMessages) return;
  shownMessages = text;
  byId("messages").replaceChildren(...log.messages.map(message => element("p", message.level < 0 ? {} : {class: "warning"},
    `${durationText(message.seconds)}  ${message.level < 0 ? "" : "Warning: "}${message.thorn}: ${message.text}`)));
}

function sizeText(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB"], n = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  return `${numberText(bytes / 1000 ** n, 3)} ${units[n]}`;
}

// A form, so that the browser saves the file without loading it into memory, and the token is not in the address.
// An error message appears in a new tab and does not replace the page.
function download(name) {
  const form = element("form", {method: "post", target: "_blank", action: "/files/" + name.split("/").map(encodeURIComponent).join("/")},
                       element("input", {type: "hidden", name: "token", value: run.token}));
  document.body.append(form);
  form.submit();
  form.remove();
}

async function updateFiles() {
  const answer = await load("/api/files");
  const rows = byId("file-rows");
  if (!answer || rows.contains(document.activeElement)) return;
  rows.replaceChildren(...answer.files.map(file => {
    const button = element("button", {type: "button", "aria-label": "Download " + file.name}, file.name);
    button.addEventListener("click", () => download(file.name));
    return element("tr", {}, element("td", {}, button), element("td", {class: "number"}, sizeText(file.bytes)),
                   element("td", {}, new Date(1000 * file.modified).toLocaleString()));
  }));
}

// --- Tabs and updates

const updates = {plots: updateSeries, fields: updateSlice, parameters: async () => {}, "speed-panel": updateSpeed, schedule: updateSchedule,
                 log: updateMessages, files: updateFiles};

function select(tab) {
  for (const other of byId("tabs").children) {
    const isChosen = other === tab;
    other.setAttribute("aria-selected", isChosen);
    other.tabIndex = isChosen ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !isChosen;
  }
  run.tab = tab.getAttribute("aria-controls");
  update();
}

function moveInTabs(event) {
  const tabs = [...byId("tabs").children], at = tabs.indexOf(document.activeElement);
  const next = {ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1}[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  tabs[next].focus();
  select(tabs[next]);
}

async function updateDocuments(status) {
  if (status.parameters_version !== run.parametersVersion) {
    const answer = await load("/api/parameters");
    if (answer) { run.parameters = answer.parameters; run.parametersVersion = status.parameters_version; showParameters(); }
  }
  if (status.storage_version !== run.storageVersion) {
    const answer = await load("/api/variables");
    if (answer) { run.variables = answer.variables; run.storageVersion = status.storage_version; showVariables(); }
  }
}

function showLogin() {
  byId("login").hidden = false;
  byId("content").hidden = true;
  showAlert(run.token ? "The token is wrong." : "");
  byId("token").focus();
}

function showLost() {
  const wasEnding = run.isStopping || run.status && (run.status.state === "ending" || run.status.state === "ended" || run.status.done > 0.99);
  showState(wasEnding ? "ended" : "lost");
  showAlert(wasEnding ? "" : "The run does not answer. It may have ended.");
  disableControls();
}

let isUpdating = false;

async function update() {
  if (isUpdating || !run.token) return;
  isUpdating = true;
  try {
    const status = await load("/api/status");
    byId("login").hidden = true;
    byId("content").hidden = false;
    showAlert("");
    if (status) showStatus(status);
    if (status?.state === "ended") { isUpdating = false; return; }
    if (status?.parameters_version !== undefined) await updateDocuments(status);
    await updates[run.tab]();
    run.failures = 0;
  } catch (error) {
    if (error.message === "token") { showLogin(); run.token = ""; }
    else if (++run.failures > 1) showLost();
  }
  isUpdating = false;
}

async function poll() {
  if (!document.hidden) await update();
  const seconds = (run.status?.refresh_seconds ?? 1) * (run.failures > 5 ? 5 : 1);
  if (run.status?.state !== "ended") setTimeout(poll, 1000 * seconds);
}

function start() {
  run.token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  byId("login").addEventListener("submit", event => { event.preventDefault(); run.token = byId("token").value.trim(); update(); });
  byId("controls").addEventListener("click", event => { if (event.target.dataset.action) act(event.target.dataset.action); });
  byId("tabs").addEventListener("click", event => { if (event.target.role === "tab" || event.target.getAttribute("role") === "tab") select(event.target); });
  byId("tabs").addEventListener("keydown", moveInTabs);
  byId("search").addEventListener("input", showParameters);
  byId("only-set").addEventListener("change", showParameters);
  byId("logarithmic").addEventListener("change", showSeries);
  byId("variable").addEventListener("change", () => { run.variable = byId("variable").value; showAxes(); update(); });
  byId("slice-form").addEventListener("change", update);
  byId("slice-form").addEventListener("submit", event => event.preventDefault());
  if (!run.token) showLogin();
  poll();
}

start();
)page"
