/// What makes a report's timeline and viewer, in the browser's language.
enum ReportScript {
    static let text =
        "\"use strict\";(() => {\n" + base + ReportTimelineScript.text + ReportViewerScript.text + start
        + "})();\n"

    /// Elements, the data and what is shown now.
    private static let base = #"""
        const byId = (id) => document.getElementById(id);
        const data = JSON.parse(byId("data").textContent);
        const calm = matchMedia("(prefers-reduced-motion: reduce)");
        const state = {event: 0, pair: 0, mode: "side", zoom: "fit", swipe: 50, onion: 50, shown: "expected",
          playing: !calm.matches};
        const make = (name, properties, ...children) => {
          const node = document.createElement(name);
          for (const [key, value] of Object.entries(properties || {})) {
            if (key in node && key !== "role") node[key] = value; else node.setAttribute(key, value);
          }
          node.append(...children);
          return node;
        };
        const event = () => data.events[state.event];
        const pair = () => event().pairs[state.pair] || {facts: [], none: true};
        const time = (frame) => {
          if (!data.rate) return "";
          const seconds = frame * data.rate[1] / data.rate[0];
          const minutes = Math.floor(seconds / 60);
          const rest = (seconds - minutes * 60).toFixed(seconds < 10 && data.frames < 600 ? 2 : 1);
          return minutes ? minutes + ":" + rest.padStart(4, "0") : rest + " s";
        };

        """#

    /// What the keys and buttons do, and the first drawing.
    private static let start = #"""
        const chooseEvent = (number, scroll) => {
          if (number < 0 || number >= data.events.length) return;
          state.event = number;
          state.pair = 0;
          for (const button of document.querySelectorAll(".event")) {
            const isIt = Number(button.dataset.event) === number;
            button.setAttribute("aria-current", isIt ? "true" : "false");
            if (isIt && !matchMedia("(max-width: 900px)").matches) button.scrollIntoView({block: "nearest"});
          }
          showEvent();
          drawPlace();
          if (scroll && matchMedia("(max-width: 900px)").matches) {
            byId("viewer").scrollIntoView({behavior: calm.matches ? "auto" : "smooth", block: "start"});
          }
        };
        const choosePair = (number) => {
          if (number < 0 || number >= event().pairs.length) return;
          state.pair = number;
          showPair();
          drawPlace();
        };
        const keys = {
          ArrowRight: () => chooseEvent(state.event + 1), ArrowLeft: () => chooseEvent(state.event - 1),
          j: () => chooseEvent(state.event + 1), k: () => chooseEvent(state.event - 1),
          n: () => choosePair(state.pair + 1), p: () => choosePair(state.pair - 1),
          ".": () => choosePair(state.pair + 1), ",": () => choosePair(state.pair - 1),
          b: () => { if (state.mode === "blink") swap(true); else chooseMode("blink"); },
          f: () => chooseZoom(state.zoom === "fit" ? 1 : "fit"),
          "+": () => stepZoom(1), "=": () => stepZoom(1), "-": () => stepZoom(-1),
        };
        document.addEventListener("keydown", (press) => {
          if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return;
          const help = byId("help");
          if (press.key === "?") { if (help.open) help.close(); else help.showModal(); press.preventDefault(); return; }
          if (help.open || !data.events.length) return;
          const onRange = press.target instanceof HTMLInputElement;
          if (onRange && press.key.startsWith("Arrow")) return;
          const onButton = press.target instanceof HTMLButtonElement;
          if (press.key === " " && state.mode === "blink" && !onButton) { play(!state.playing); press.preventDefault(); }
          const mode = modes[Number(press.key) - 1];
          const action = press.key !== " " && mode ? () => chooseMode(mode.id) : keys[press.key];
          if (action) { action(); press.preventDefault(); }
        });
        byId("help-open").addEventListener("click", () => byId("help").showModal());

        const command = byId("command");
        if (command) byId("copy").addEventListener("click", async () => {
          const range = document.createRange();
          range.selectNodeContents(command);
          getSelection().removeAllRanges();
          getSelection().addRange(range);
          let done = false;
          try { await navigator.clipboard.writeText(command.textContent); done = true; } catch {
            try { done = document.execCommand("copy"); } catch { done = false; }
          }
          byId("copied").textContent = done ? "Copied." : "Selected: press Ctrl+C or ⌘C to copy.";
        });

        if (byId("heat")) {
          const redraw = () => { drawHeat(); drawAxis(); drawMarkers(); drawPlace(); };
          new ResizeObserver(redraw).observe(byId("track"));
          matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
        }
        if (data.events.length) {
          buildTools();
          for (const button of document.querySelectorAll(".event")) {
            button.addEventListener("click", () => chooseEvent(Number(button.dataset.event), true));
          }
          new ResizeObserver(() => { if (state.zoom === "fit") layOut(); }).observe(byId("viewer"));
          addEventListener("resize", () => { if (state.zoom === "fit") layOut(); });
          const wanted = new URLSearchParams(location.hash.slice(1));
          if (modes.some((mode) => mode.id === wanted.get("mode"))) state.mode = wanted.get("mode");
          const first = Number(wanted.get("event")) - 1;
          chooseEvent(first > 0 && first < data.events.length ? first : 0);
          const frame = Number(wanted.get("pair")) - 1;
          if (frame > 0) choosePair(frame);
        }
        document.documentElement.dataset.ready = "yes";

        """#
}
