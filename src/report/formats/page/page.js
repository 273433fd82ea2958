(() => {
  "use strict";
  const stories = JSON.parse(document.getElementById("stories").textContent);
  const form = document.getElementById("filters");
  const dialog = document.getElementById("story");
  const body = document.getElementById("story-body");
  const areas = [...document.querySelectorAll(".area")];
  const rows = [...document.querySelectorAll("tbody tr")];
  const opened = new Map(areas.map((area) => [area, area.open]));
  let opener = null;

  /** An element with attributes and children; a text is a child, so no text of others is ever markup. */
  const make = (name, attributes = {}, ...children) => {
    const isSvg = ["svg", "g", "line", "path", "rect", "text", "title"].includes(name);
    const made = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // The fragment holds an open cell, such as `RTE-10/0`, and the filters, such as `?verdict=fail`.
  const readFragment = () => {
    const [cell, query] = decodeURIComponent(location.hash.slice(1)).split("?");
    return { cell, filters: new URLSearchParams(query || "") };
  };
  const currentFilters = () => {
    const filters = new URLSearchParams();
    for (const [key, value] of new FormData(form)) if (value) filters.set(key, value);
    return filters;
  };
  const writeFragment = (cell, isNew) => {
    const query = currentFilters().toString();
    const hash = cell || query ? `#${cell}${query ? `?${query}` : ""}` : "#";
    if (isNew) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  };

  const fits = (row, filters) => {
    const verdict = filters.get("verdict");
    if (verdict === "changed" && !row.querySelector("[data-change]")) return false;
    if (verdict && verdict !== "changed" && !row.querySelector(`td.${verdict.replaceAll(" ", "-")}`)) return false;
    if (filters.get("level") && row.dataset.level !== filters.get("level")) return false;
    if (filters.get("system") && row.closest(".system").dataset.system !== filters.get("system")) return false;
    const text = (filters.get("text") || "").toLowerCase();
    return !text || `${row.id} ${row.querySelector(".s").textContent}`.toLowerCase().includes(text);
  };

  const filter = () => {
    const filters = currentFilters();
    const isFiltered = [...filters].length > 0;
    let count = 0;
    for (const row of rows) {
      const isShown = fits(row, filters);
      row.classList.toggle("gone", !isShown);
      count += isShown ? 1 : 0;
    }
    for (const area of areas) {
      const hasRows = area.querySelector("tbody tr:not(.gone)") !== null;
      area.classList.toggle("gone", !hasRows);
      area.open = isFiltered ? hasRows : opened.get(area);
    }
    for (const system of document.querySelectorAll(".system")) {
      system.classList.toggle("gone", !system.querySelector(".area:not(.gone)"));
    }
    document.getElementById("none").hidden = count > 0;
    document.getElementById("count").textContent = `${count} of ${rows.length} requirements`;
  };

  const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

  /** The run as a sequence diagram: the agent on the left, the parties beside it, one event a line. */
  const diagram = (story, misses) => {
    const lanes = [...new Set(story.events.map((event) => event.lane))];
    const at = (index) => 110 + index * 90;
    const [top, step] = [40, 26];
    const textAt = at(lanes.length) + 10;
    const [width, height] = [textAt + 620, top + story.events.length * step + 20];
    const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    ["agent", ...lanes].forEach((name, index) => {
      svg.append(
        make("text", { x: at(index), y: 20, "text-anchor": "middle", class: "head" }, name),
        make("line", { x1: at(index), y1: 28, x2: at(index), y2: height - 10, class: "lane" }),
      );
    });
    story.events.forEach((event, index) => {
      const y = top + index * step + 10;
      const [agent, lane] = [at(0), at(lanes.indexOf(event.lane) + 1)];
      const [from, to] = event.heard ? [lane, agent] : [agent, lane];
      const back = to > from ? -7 : 7;
      if (misses.has(event.seq)) svg.append(make("rect", { x: 0, y: y - 15, width, height: step, class: "miss" }));
      svg.append(
        make("text", { x: 4, y: y + 4, class: "seq" }, `${event.seq}`),
        make("line", { x1: from, y1: y, x2: to, y2: y, class: "arrow" }),
        make("path", { d: `M${to} ${y} l${back} -4 v8 z`, class: "tip" }),
        make("text", { x: textAt, y: y + 4 }, cut(event.text, 84), make("title", {}, event.text)),
      );
    });
    return svg;
  };

  const listOfEvents = (story) => {
    const item = (event) => make("li", {}, `${event.seq}, ${event.lane}, ${event.heard ? "to" : "by"} the agent: ${event.text}`);
    return make("ol", { class: "events" }, ...story.events.map(item));
  };

  const pairs = (entries) => make("dl", {}, ...entries.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));

  const thenPart = (then) => {
    const found = then.unread !== null ? [["not read", then.unread]] : [["expected", then.expected], ["found", then.found]];
    return make("div", {}, make("p", {}, make("code", {}, `Then ${then.text}`)), pairs(found));
  };

  const copyButton = (text) => {
    const button = make("button", { type: "button" }, "Copy the command");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select it and copy it";
      }
    });
    return button;
  };

  const storyPart = (told) => {
    const part = make("section", {}, make("h3", {}, told.name), make("p", {}, make("code", {}, `${told.scenario} (${told.file}:${told.line})`)));
    for (const fault of told.faults) part.append(make("p", {}, `Fault of the ${fault.culprit}: ${fault.message}`));
    part.append(...told.thens.map(thenPart));
    if (told.story) {
      const { events, before, after, prompt, messages } = told.story;
      const misses = new Set(told.thens.map((then) => then.seq));
      part.append(make("h3", {}, "The run"));
      if (before) part.append(make("p", {}, `${before} events before these are left out.`));
      part.append(
        make("div", { class: "box", tabindex: "0", role: "group", "aria-label": "The run as a diagram" }, diagram(told.story, misses)),
        listOfEvents(told.story),
      );
      if (after) part.append(make("p", {}, `${after} events after these are left out.`));
      if (prompt) part.append(make("h3", {}, "The prompt as drawn"), make("pre", { class: "drawn", tabindex: "0" }, prompt));
      if (messages && messages.length) {
        part.append(make("h3", {}, "What the model was told"), pairs(messages.map((message) => [message.role, message.text])));
      }
    }
    part.append(make("h3", {}, "Again"), make("pre", { tabindex: "0" }, told.again), copyButton(told.again));
    return part;
  };

  const open = (button) => {
    const row = button.closest("tr");
    const close = make("button", { type: "button", class: "close" }, "Close");
    close.addEventListener("click", () => dialog.close());
    body.replaceChildren(
      close,
      make("h2", { id: "story-title" }, `${row.id} (${row.dataset.level})`),
      make("p", {}, row.querySelector(".s").textContent),
      make("p", {}, `Source: ${row.querySelector(".s").title}`),
      ...button.dataset.stories.split("|").map((key) => storyPart(stories[key])),
    );
    opener = button;
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };

  const cellOf = (button) => `${button.closest("tr").id}/${button.dataset.at}`;
  const buttonOf = (cell) => {
    const [id, at] = cell.split("/");
    const row = document.getElementById(id);
    return row && [...row.querySelectorAll("button")].find((button) => at === undefined || button.dataset.at === at);
  };

  /** Shows what the fragment says. */
  const show = () => {
    const { cell, filters } = readFragment();
    for (const field of form.elements) if (field.name) field.value = filters.get(field.name) || "";
    filter();
    const button = cell && buttonOf(cell);
    const row = cell && document.getElementById(cell.split("/")[0]);
    if (row) {
      row.closest("details").open = true;
      row.scrollIntoView({ block: "center" });
    }
    if (button) open(button);
    else if (dialog.open) dialog.close();
  };

  document.querySelector("main").addEventListener("click", (event) => {
    const button = event.target.closest("button[data-stories]");
    if (!button) return;
    writeFragment(cellOf(button), true);
    open(button);
  });
  dialog.addEventListener("close", () => {
    if (readFragment().cell) writeFragment("", false);
    if (opener) opener.focus();
    opener = null;
  });
  form.addEventListener("input", () => {
    writeFragment("", false);
    filter();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("beforeprint", () => {
    for (const area of areas) if (area.querySelector("td.fail, td.incomplete")) area.open = true;
  });
  addEventListener("popstate", show);
  addEventListener("hashchange", show);
  show();
})();
