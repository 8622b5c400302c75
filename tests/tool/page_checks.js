"use strict";
// Runs in the page of a report, behind its own script: what a reader does, and what must come of it. The page's answers stand
// in #checks for the test that started the browser.

const checks = [];
const expect = (name, holds, found) => checks.push(`${holds ? "ok" : "FAILED"} ${name}${holds ? "" : `: ${found}`}`);
const pause = ms => new Promise(done => setTimeout(done, ms));
const press = (key, target = document.activeElement) => target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const rows = () => document.querySelectorAll("#findings tr[data-order], #findings tr[data-group]").length;
const findingOf = (a, b) => report.findings.find(f => [f.a_name, f.b_name].includes(a) && [f.a_name, f.b_name].includes(b));
const choose = (name, value) => { const input = document.querySelector(`input[name=${name}][value=${value}]`); input.focus(); input.click(); };

// The clock of the test runs ahead of the browser's frames, so nothing here waits for one.
async function picture() {
  while (!ghosts.all) await pause(20);
  drawNow();
  return byId("view").toDataURL();
}

function clickAtPoint(point, inside) {
  const canvas = byId("view"), box = canvas.getBoundingClientRect();
  const at = project(viewer.view.camera, point, box.width, box.height), to = project(viewer.view.camera, inside, box.width, box.height);
  const l = Math.hypot(to.x - at.x, to.y - at.y), x = box.left + at.x + 4 * (to.x - at.x) / l, y = box.top + at.y + 4 * (to.y - at.y) / l;
  for (const type of ["pointerdown", "pointerup"])
    canvas.dispatchEvent(new PointerEvent(type, {pointerId: 1, button: 0, buttons: 1, clientX: x, clientY: y, bubbles: true}));
}

/// What the page holds of each finding is what the report of the same run says, behind it in #expected.
function checkFindings() {
  const expected = JSON.parse(byId("expected").textContent), near = (a, b, size) => a.every((x, k) => Math.abs(x - b[k]) <= 1e-8 * size);
  const wrong = (f, e) => ["key", "a", "b", "a_name", "b_name", "kind", "status", "distance", "depth", "volume", "tessellation"].find(n => f[n] !== e[n]) ||
    ["flags", "lines"].find(n => JSON.stringify(f[n]) !== JSON.stringify(e[n])) || ["previous", "review", "rule", "severity"].find(n =>
      JSON.stringify(f[n] || null) !== JSON.stringify(e[n] || null)) ||
    ["point", "point_a", "point_b"].find(n => !near(f[n], e[n], report.settings.diagonal)) || (near(f.normal, e.normal, 1) ? "" : "normal");
  const found = report.findings.map((f, i) => [i, wrong(f, expected.findings[i])]).filter(([, n]) => n);
  expect("each finding is the report's", report.findings.length === expected.findings.length && !found.length, JSON.stringify(found.slice(0, 3)));
  const sameGroups = ([by, list]) => JSON.stringify(groupsBy(by)) === JSON.stringify(list.map(({name, findings}) => [name, findings]));
  expect("so is each group", Object.entries(expected.groups).every(sameGroups), "others");
  const place = (part, i) => JSON.stringify([...part.transform.slice(0, 3).flat(), ...part.bounds.min, ...part.bounds.max]) === JSON.stringify(geometry.places[i]);
  expect("and each part", expected.parts.every((part, i) => place(part, i) && ["id", "name", "path", "watertight"].every(n => part[n] === report.parts[i][n])), "others");
}

/// Few findings: boxes whose sizes the test knows.
async function checkFew() {
  expect("few findings are not grouped", table.grouping === "" && rows() === report.findings.length, rows());
  // keys, also where a view mode has the focus
  press("j", document.body);
  choose("mode", "cut");
  const before = table.selected.order;
  press("j");
  expect("j goes on after a click on a view mode", table.selected.order === before + 1, table.selected.order);
  choose("mode", "solid");
  press("k");
  expect("k goes back after a click on a view mode", table.selected.order === before, table.selected.order);
  choose("mode", "through");
  press("/");
  expect("/ goes to the search", document.activeElement === byId("search"), document.activeElement.id);
  press("j");
  expect("j is a letter there", table.selected.order === before, table.selected.order);
  press("Escape");
  // links
  const lid = findingOf("lid", "post");
  location.hash = lid.key;
  await pause(100);
  expect("a link opens its finding", table.selected === lid, table.selected.key);
  expect("a finding has its link", document.querySelector(`#facts a[href="#${lid.key}"]`) !== null, "none");
  // the lid is 4 wide and 0.875 high; the post ends 0.125 below it
  choose("mode", "solid");
  viewer.view.camera = lookAt([5, 5, 5.5], [0.4, -0.6, 0.5], 5);
  setMeasuring(true);
  clickAtPoint([3, 3, 6], [5, 5, 6]);
  clickAtPoint([7, 3, 6], [5, 5, 6]);
  expect("the edge of the lid is 4 long", byId("measured") && byId("measured").textContent === "4", byId("picked").textContent);
  clickAtPoint([7, 3, 5.125], [5, 3, 5.6]);
  clickAtPoint([7, 3, 6], [5, 3, 5.6]);
  expect("the lid is 0.875 high", byId("measured") && byId("measured").textContent === "0.875", byId("picked").textContent);
  setMeasuring(false);
  // sections: everything goes down to -3
  choose("mode", "cut");
  choose("axis", "z");
  expect("a section begins at the place", byId("at").textContent.startsWith("z = 5.0"), byId("at").textContent);
  const across = await picture();
  byId("offset").value = -1;
  byId("offset").dispatchEvent(new Event("input"));
  expect("the slider ends where everything ends", Math.abs(parseFloat(byId("at").textContent.slice(4)) + 3) < 0.01, byId("at").textContent);
  expect("the slider moves the section", await picture() !== across, "the same picture");
  byId("offset").value = 0;
  byId("offset").dispatchEvent(new Event("input"));
  expect("and back", await picture() === across, "another picture");
  byId("flip").click();
  expect("flip shows the other side", await picture() !== across, "the same picture");
  // hidden parts
  choose("mode", "solid");
  const whole = await picture();
  const button = words => [...document.querySelectorAll("#facts button, #picked button")].find(b => b.textContent.startsWith(words));
  button("hide").click();
  const without = await picture();
  expect("hide takes a part away", without !== whole, "the same picture");
  button("show all").click();
  expect("show all brings it back", await picture() === whole, "another picture");
  button("alone").click();
  expect("alone leaves one part", ![whole, without].includes(await picture()), "the same picture");
  button("show all").click();
  expect("that too comes back", await picture() === whole, "another picture");
  clickAtPoint([7, 3, 6], [5, 5, 6]);
  expect("a click names the part", byId("picked").textContent.includes("lid"), byId("picked").textContent);
  // what is decided here, in words that hold the keys of the page
  const form = () => document.querySelector("#facts form.review"), stateOfRow = f => findRow(f).querySelector(".status").textContent;
  press("m", form().querySelector("input"));
  expect("m is a letter in a note", !viewer.measuring, "measuring");
  const chosen = table.selected;
  form().querySelector("select").value = "reviewed";
  form().requestSubmit();
  expect("what is decided stands in the row", stateOfRow(chosen) === "reviewed", stateOfRow(chosen));
  expect("and in the file for feeler review", JSON.parse(reviewFile()).findings[chosen.key].status === "reviewed", reviewFile());
  form().querySelector("select").value = "";
  form().requestSubmit();
  expect("until it is taken back", stateOfRow(chosen) === "new", stateOfRow(chosen));
  // what two parts have in common: the arm is 1.5 wide and high and 0.5 deep in the post
  const arm = findingOf("arm", "post");
  select(arm, "tap");
  expect("the volume stands with the facts", byId("facts").textContent.includes("volume in common1.125"), byId("facts").textContent);
  expect("and in the row", findRow(arm).querySelector(".number small").textContent.startsWith("1.125"), findRow(arm).textContent);
  choose("mode", "through");
  const crossed = await picture();
  byId("lines").click();
  expect("the crossing is drawn and can be left out", await picture() !== crossed, "the same picture");
  byId("lines").click();
  expect("and comes back", await picture() === crossed, "another picture");
  document.querySelector("[data-sort=volume]").click();
  const volumes = table.shown.map(f => f.volume ?? -1);
  expect("the largest volume comes first", volumes[0] > 0 && volumes.every((v, i) => !i || v <= volumes[i - 1]), volumes.join(" "));
  expect("one head is marked", document.querySelectorAll("th[aria-sort=ascending]").length === 1 && document.querySelectorAll("[data-sort].on").length === 1, "others");
  expect("the class is explained", report.findings.some(f => f.kind === "within_tessellation"), "none");
}

/// Some thousand findings on one level of many groups.
async function checkMany() {
  const all = report.findings.length;
  expect("many findings are grouped", table.grouping === "design" && table.groups.length === groupsBy("design").length, table.grouping);
  expect("rows are there near what is in sight only", rows() < 300, rows());
  byId("grouping").value = "level";
  byId("grouping").dispatchEvent(new Event("change"));
  const levels = groupsBy("level").length;
  expect("groups first", rows() === Math.min(levels, rows()) && document.querySelectorAll("#findings tr[data-order]").length === 0, rows());
  document.querySelector("#findings tr[data-group]").click();
  await pause(100);
  const open = groupsBy("level")[0][1];
  expect("a group opens", document.querySelectorAll("#findings tr[data-order]").length > 0, 0);
  expect("its first finding is its worst", document.querySelector("#findings tr[data-order]").dataset.order === String(open[0]),
    document.querySelector("#findings tr[data-order]").dataset.order);
  byId("grouping").value = "";
  byId("grouping").dispatchEvent(new Event("change"));
  await pause(100);
  expect("so without groups", rows() < 300, rows());
  const tall = byId("findings").getBoundingClientRect().height;
  expect("the list is as long as all its rows", tall > 30 * all && tall < 200 * all, tall);
  location.hash = report.findings[all - 1].key;
  await pause(300);
  const row = document.querySelector(`#findings tr[data-order="${all - 1}"]`), box = row && row.getBoundingClientRect();
  expect("the last finding is reached", box && box.top < innerHeight && box.bottom > 0 && row.getAttribute("aria-selected") === "true", box && box.top);
  const last = table.chunks[table.chunks.length - 1], height = last.body.getBoundingClientRect().height;
  followSight([{target: last.body, isIntersecting: false}]);
  expect("rows out of sight are let go", !document.querySelector(`#findings tr[data-order="${all - 1}"]`), "still there");
  expect("their room stays", Math.abs(last.body.getBoundingClientRect().height - height) < 2, last.body.getBoundingClientRect().height);
  followSight([{target: last.body, isIntersecting: true}]);
  expect("and come back", document.querySelector(`#findings tr[data-order="${all - 1}"]`), "not there");
  byId("search").value = report.findings[all - 1].a_name;
  byId("search").dispatchEvent(new Event("input"));
  expect("the search finds it", table.shown.some(f => f.order === all - 1) && table.shown.length < all, table.shown.length);
}

/// A part that was there before is gone.
function checkSecond() {
  const gone = report.findings.find(f => !isPresent(f) && f.known.length < 2), {baseline} = report.settings;
  expect("findings are kept with what they were", report.findings.some(f => baseline ? f.previous : f.review.status === "active"), "none");
  expect("a part that is gone has a name", gone && gone.a_name && gone.b_name, gone);
  select(gone);
  expect("and no place", byId("facts").textContent.includes("not in this run"), byId("facts").textContent);
}

function checkPhone() {
  expect("the page is no wider than the phone", document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollWidth);
  expect("the picture stands above the list", byId("viewer").getBoundingClientRect().top < byId("list").getBoundingClientRect().top, "below");
  expect("a link opened with the page", table.selected && location.hash === "#" + table.selected.key && table.selected.order === 1, location.hash);
}

(async () => {
  try {
    // this script stands with the page's own, and most of the file is still to come
    expect("the rows are there first", rows() > 0 && !geometry, rows());
    while (!geometry || document.readyState === "loading") await pause(20);
    checkFindings();
    if (innerWidth < 900) checkPhone(); else if (report.settings.baseline || report.settings.review) checkSecond(); else if (report.findings.length < 50) await checkFew(); else await checkMany();
  } catch (error) {
    checks.push(`FAILED with ${error.stack}`);
  }
  for (const error of window.pageErrors) checks.push(`FAILED with ${error}`);
  document.body.replaceChildren(element("pre", {id: "checks"}, checks.join("\n") + "\nend\n"));
})();
