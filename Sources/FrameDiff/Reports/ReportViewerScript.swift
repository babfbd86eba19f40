/// The viewer: the ways to look at one pair of frames.
enum ReportViewerScript {
    static let text = layers + views + controls

    /// Pictures, and boxes where there is none.
    private static let layers = #"""
        const modes = [
          {id: "side", name: "Side by side"}, {id: "swipe", name: "Slider"}, {id: "blink", name: "Blink"},
          {id: "onion", name: "Onion skin"}, {id: "difference", name: "Difference ×1"},
          {id: "amplified", name: "Difference ×8"}, {id: "perceptual", name: "Perceptual"},
        ];
        const names = {expected: "Expected", actual: "Actual"};
        const picture = (index) => {
          if (index === null || index === undefined) return null;
          const store = byId("picture-" + index);
          return {width: Number(store.dataset.width), height: Number(store.dataset.height),
            source: "data:image/png;base64," + store.textContent};
        };
        const frameOf = (side) => pair()[side + "Frame"];
        const whyMissing = (side) => {
          if (frameOf(side) === null) return "There is no such frame on this side.";
          if (pair().cut) return "This picture was left out to keep the file small.";
          return "Only the hash of this frame is kept, so there is no picture to show.";
        };
        const image = (found, name) => {
          const node = make("img", {src: found.source, alt: name, draggable: false});
          node.dataset.width = found.width;
          node.dataset.height = found.height;
          return node;
        };
        const layer = (side) => {
          const found = picture(pair()[side]);
          const other = picture(pair()[side === "expected" ? "actual" : "expected"]);
          const node = found ? image(found, names[side] + ", frame " + frameOf(side))
            : make("div", {className: "missing", textContent: whyMissing(side)});
          if (!found) {
            node.dataset.width = other ? other.width : 320;
            node.dataset.height = other ? other.height : 180;
          }
          node.classList.add("layer-" + side);
          return node;
        };
        const stack = (nodes, extra) => {
          const box = make("div", {className: "stack " + (extra || "")}, ...nodes);
          box.dataset.width = Math.max(...nodes.map((node) => Number(node.dataset.width)));
          box.dataset.height = Math.max(...nodes.map((node) => Number(node.dataset.height)));
          return box;
        };
        const titleOf = (side) => {
          const frame = frameOf(side);
          const found = picture(pair()[side]);
          const size = found ? " · " + found.width + "×" + found.height : "";
          return [make("b", {className: side, textContent: names[side]}),
            make("span", {textContent: frame === null ? "no frame"
              : "frame " + frame + (data.rate ? " · " + time(frame) : "") + size})];
        };
        const figure = (caption, box) =>
          make("figure", {}, make("figcaption", {}, ...caption), make("div", {className: "view"}, box));
        const spread = () => make("span", {className: "spread"});

        """#

    /// One function for each way to compare.
    private static let views = #"""
        const hint = (text) => { byId("hint").textContent = text || ""; };
        const views = {
          side() {
            const figures = ["expected", "actual"].map((side) => figure(titleOf(side), stack([layer(side)])));
            const boxes = figures.map((item) => item.querySelector(".view"));
            boxes.forEach((box, index) => box.addEventListener("scroll", () => {
              const other = boxes[1 - index];
              if (other.scrollLeft !== box.scrollLeft) other.scrollLeft = box.scrollLeft;
              if (other.scrollTop !== box.scrollTop) other.scrollTop = box.scrollTop;
            }));
            return figures;
          },
          swipe() {
            const divider = make("div", {className: "divider"});
            divider.dataset.width = divider.dataset.height = 0;
            const box = stack([layer("expected"), layer("actual"), divider], "swipe");
            const drag = (move) => {
              if (move.type === "pointermove" && !(move.buttons & 1)) return;
              const area = box.getBoundingClientRect();
              setSwipe(Math.round(Math.min(1, Math.max(0, (move.clientX - area.left) / area.width)) * 1000) / 10);
            };
            box.addEventListener("pointerdown", (press) => { box.setPointerCapture(press.pointerId); drag(press); });
            box.addEventListener("pointermove", drag);
            return [figure([...titleOf("expected"), spread(), ...titleOf("actual").reverse()], box)];
          },
          blink() { return [figure([make("b", {id: "blink-name"}), make("span", {id: "blink-frame"})],
            stack([layer("expected"), layer("actual")], "blinking"))]; },
          onion() {
            return [figure([...titleOf("expected"), spread(), ...titleOf("actual").reverse()],
              stack([layer("expected"), layer("actual")], "onion"))];
          },
          difference() { return subtraction(1); },
          amplified() { return subtraction(8); },
          perceptual() {
            const found = picture(pair().perceptual);
            if (!found) return [make("p", {className: "empty",
              textContent: "The perceptual map is made for the frames that differ most; this one has none."})];
            if (pair().mean !== null) hint("Bright where an eye sees the change. Mean error " + pair().mean + ".");
            return [figure([make("b", {textContent: "Perceptual error"})], stack([image(found, "Perceptual error")]))];
          },
        };
        const subtraction = (factor) => {
          const caption = [make("b", {textContent: "Difference ×" + factor}), make("span", {textContent:
            factor === 1 ? "black is equal" : "black is equal, small steps made visible"})];
          const exact = picture(factor === 1 ? pair().difference : pair().amplified);
          if (exact) return [figure(caption, stack([image(exact, "Difference ×" + factor)]))];
          let box = null;
          const plain = picture(pair().difference);
          if (plain) {
            box = stack([image(plain, "Difference ×1")]);
          } else if (pair().expected !== null && pair().actual !== null) {
            box = stack([layer("expected"), layer("actual")], "blend");
            hint("Worked out by the browser from both pictures: masks are not drawn.");
          }
          if (!box) return [make("p", {className: "empty", textContent: "A difference needs both pictures. "
            + (pair().expected === null ? "Expected: " + whyMissing("expected") : "Actual: " + whyMissing("actual"))})];
          if (factor > 1) box.style.filter = "brightness(" + factor + ")";
          return [figure(caption, box)];
        };
        const hasView = (id) => {
          const item = pair();
          const both = item.expected !== null && item.actual !== null && !item.none;
          if (id === "perceptual") return Number.isInteger(item.perceptual);
          if (id === "difference") return both || Number.isInteger(item.difference);
          if (id === "amplified") return both || Number.isInteger(item.difference) || Number.isInteger(item.amplified);
          return id === "side" || both;
        };

        const scaleOf = (boxes) => {
          const stage = byId("stage");
          const style = getComputedStyle(stage);
          const width = stage.clientWidth - parseFloat(style.paddingLeft) * 2;
          const height = Math.max(260, innerHeight * 0.74);
          const wide = Math.max(1, ...boxes.map((box) => Number(box.dataset.width)));
          const high = Math.max(1, ...boxes.map((box) => Number(box.dataset.height)));
          const count = boxes.length;
          const row = Math.min((width - 12 * (count - 1)) / count / wide, height / high);
          // Below each other only where that shows much more of both at once: on a phone, for pictures in landscape.
          const column = Math.min(width / wide, height / high / Math.min(count, 1.6));
          const isColumn = count > 1 && stage.clientWidth < 620 && column > row * 1.3;
          stage.classList.toggle("stacked", isColumn);
          if (state.zoom !== "fit") return state.zoom;
          const best = isColumn ? column : row;
          return best >= 2 ? Math.floor(best) : best;
        };
        const layOut = () => {
          const boxes = [...byId("stage").querySelectorAll(".stack")];
          if (!boxes.length) return;
          const scale = scaleOf(boxes);
          for (const box of boxes) {
            box.classList.toggle("grown", scale > 1);
            for (const node of [box, ...box.querySelectorAll("[data-width]")]) {
              if (node.classList.contains("divider")) continue;
              node.style.width = Math.max(1, node.dataset.width * scale) + "px";
              node.style.height = Math.max(1, node.dataset.height * scale) + "px";
            }
          }
          state.scale = scale;
          byId("zoom").textContent = Math.round(scale * 100) + " %";
          for (const button of document.querySelectorAll("[data-zoom]")) {
            button.setAttribute("aria-pressed", String(button.dataset.zoom === String(state.zoom)));
          }
        };

        """#

    /// What is pressed and dragged.
    private static let controls = #"""
        let timer = 0;
        const setSwipe = (percent) => {
          state.swipe = percent;
          const box = document.querySelector(".swipe");
          if (!box) return;
          const actual = box.querySelector(".layer-actual");
          // In pixels of the box: the two pictures may have different sizes.
          const edge = percent / 100 * Number(box.dataset.width) / Math.max(1, Number(actual.dataset.width)) * 100;
          actual.style.clipPath = "inset(0 0 0 " + Math.min(100, edge) + "%)";
          const expected = box.querySelector(".layer-expected");
          const rest = 100 - percent / 100 * Number(box.dataset.width) / Math.max(1, Number(expected.dataset.width)) * 100;
          expected.style.clipPath = "inset(0 " + Math.min(100, Math.max(0, rest)) + "% 0 0)";
          box.querySelector(".divider").style.left = percent + "%";
          byId("range").value = percent;
          byId("range-value").textContent = Math.round(percent) + " %";
        };
        const setOnion = (percent) => {
          state.onion = percent;
          const node = document.querySelector(".onion .layer-actual");
          if (node) node.style.opacity = percent / 100;
          byId("range-value").textContent = Math.round(percent) + " %";
        };
        const range = (name, value, set) => {
          const input = make("input", {type: "range", id: "range", min: 0, max: 100, step: 1});
          input.value = value;
          input.addEventListener("input", () => set(Number(input.value)));
          return make("label", {}, name, input, make("output", {id: "range-value"}));
        };
        const showBlink = () => {
          for (const side of ["expected", "actual"]) {
            const node = document.querySelector(".blinking .layer-" + side);
            if (node) node.style.visibility = side === state.shown ? "visible" : "hidden";
          }
          const [name, frame] = titleOf(state.shown);
          byId("blink-name").className = state.shown;
          byId("blink-name").textContent = name.textContent;
          byId("blink-frame").textContent = frame.textContent;
        };
        const play = (on) => {
          state.playing = on;
          clearInterval(timer);
          if (state.mode !== "blink" || !byId("play")) return;
          if (on) timer = setInterval(() => swap(false), calm.matches ? 2000 : 700);
          byId("play").setAttribute("aria-pressed", String(on));
          byId("play").textContent = on ? "Stop" : "Play";
        };
        const swap = (byHand) => {
          if (!byId("blink-name")) return;
          state.shown = state.shown === "expected" ? "actual" : "expected";
          showBlink();
          if (byHand) play(false);
        };
        const chooseMode = (id) => { state.mode = id; showPair(); };
        const chooseZoom = (zoom) => { state.zoom = zoom; layOut(); };
        const stepZoom = (by) => {
          const steps = [0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16];
          const now = state.scale || 1;
          const next = by > 0 ? steps.find((step) => step > now + 0.001)
            : steps.findLast((step) => step < now - 0.001);
          if (next) chooseZoom(next);
        };
        const showPair = () => {
          clearInterval(timer);
          hint("");
          const item = pair();
          const controls = byId("controls");
          if (item.none) controls.replaceChildren();
          else if (state.mode === "swipe") controls.replaceChildren(range("Divider", state.swipe, setSwipe));
          else if (state.mode === "onion") controls.replaceChildren(range("Actual shows through", state.onion, setOnion));
          else if (state.mode === "blink") controls.replaceChildren(
            make("button", {type: "button", id: "play", onclick: () => play(!state.playing)}),
            make("button", {type: "button", id: "swap", textContent: "Swap", onclick: () => swap(true)}));
          else controls.replaceChildren();
          byId("stage").replaceChildren(...(item.none
            ? [make("p", {className: "empty", textContent: "No frames were kept for this event."})]
            : views[state.mode]()));
          const canRead = byId("stage").querySelector(".layer-expected, .layer-actual");
          byId("readout").textContent = canRead ? "Point at a picture to read its pixels." : "";
          layOut();
          if (!item.none && state.mode === "swipe") setSwipe(state.swipe);
          if (!item.none && state.mode === "onion") setOnion(state.onion);
          if (!item.none && state.mode === "blink") { showBlink(); play(state.playing); }
          byId("facts").replaceChildren(...item.facts.map((fact) => make("li", {textContent: fact})));
          for (const button of byId("modes").children) {
            button.setAttribute("aria-pressed", String(button.dataset.mode === state.mode));
            button.classList.toggle("none", !hasView(button.dataset.mode));
          }
          for (const button of byId("frames").children) {
            button.setAttribute("aria-pressed", String(Number(button.dataset.pair) === state.pair));
          }
          try {
            history.replaceState(null, "",
              "#event=" + (state.event + 1) + "&pair=" + (state.pair + 1) + "&mode=" + state.mode);
          } catch { /* Some viewers of local files forbid it; it is a convenience only. */ }
        };
        const showEvent = () => {
          const item = event();
          byId("kind").textContent = "Event " + (state.event + 1) + " of " + data.events.length + " · " + item.kind;
          byId("layer").textContent = item.layer ? "· first differs in: " + item.layer : "";
          byId("sentence").textContent = item.sentence;
          byId("frames").replaceChildren(...(item.pairs.length < 2 ? [] : item.pairs.map((one, index) => {
            const {expectedFrame, actualFrame} = one;
            const name = expectedFrame === null ? "actual " + actualFrame
              : actualFrame === null ? "expected " + expectedFrame
              : expectedFrame === actualFrame ? "frame " + expectedFrame : expectedFrame + " → " + actualFrame;
            const button = make("button", {type: "button", textContent: name, onclick: () => choosePair(index)});
            button.dataset.pair = index;
            return button;
          })));
          showPair();
        };

        const samples = new WeakMap();
        const sample = (node, x, y) => {
          if (!node || node.tagName !== "IMG" || !node.complete) return null;
          if (x >= node.dataset.width || y >= node.dataset.height) return null;
          if (!samples.has(node)) {
            const canvas = make("canvas", {width: node.naturalWidth, height: node.naturalHeight});
            const context = canvas.getContext("2d", {willReadFrequently: true});
            context.drawImage(node, 0, 0);
            samples.set(node, context);
          }
          return [...samples.get(node).getImageData(x, y, 1, 1).data.slice(0, 3)];
        };
        const readOut = (move) => {
          const box = move.target.closest(".stack");
          if (!box) return;
          const area = box.getBoundingClientRect();
          const x = Math.floor((move.clientX - area.left) / state.scale);
          const y = Math.floor((move.clientY - area.top) / state.scale);
          const words = ["(" + x + ", " + y + ")"];
          const values = {};
          for (const side of ["expected", "actual"]) {
            const value = values[side] = sample(document.querySelector("#stage .layer-" + side), x, y);
            if (value) words.push(side + " " + value.join(" "));
          }
          if (values.expected && values.actual) {
            const most = Math.max(...values.expected.map((value, index) => Math.abs(value - values.actual[index])));
            words.push(most ? "differs by " + most : "equal");
          }
          byId("readout").textContent = words.join("  ·  ");
        };
        const buildTools = () => {
          byId("modes").replaceChildren(...modes.map((mode, index) => {
            const button = make("button", {type: "button", textContent: mode.name, title: "Key " + (index + 1),
              onclick: () => chooseMode(mode.id)});
            button.dataset.mode = mode.id;
            return button;
          }));
          for (const button of document.querySelectorAll("[data-zoom]")) {
            const zoom = button.dataset.zoom === "fit" ? "fit" : Number(button.dataset.zoom);
            button.addEventListener("click", () => chooseZoom(zoom));
          }
          byId("zoom-in").addEventListener("click", () => stepZoom(1));
          byId("zoom-out").addEventListener("click", () => stepZoom(-1));
          byId("stage").addEventListener("pointermove", readOut);
        };

        """#
}
