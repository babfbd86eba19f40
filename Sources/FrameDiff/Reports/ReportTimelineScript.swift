/// The timeline: how much differs over time, where the events are, and what is looked at.
enum ReportTimelineScript {
    static let text = #"""
        const share = (frame) => Math.min(1, Math.max(0, frame / data.frames));
        const drawHeat = () => {
          const canvas = byId("heat");
          const scale = devicePixelRatio || 1;
          const width = Math.max(1, Math.round(canvas.clientWidth * scale));
          const height = Math.round(48 * scale);
          canvas.width = width;
          canvas.height = height;
          const context = canvas.getContext("2d");
          context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--heat").trim();
          const count = data.timeline.length;
          for (let x = 0; count && x < width; x++) {
            const first = Math.floor(x * count / width);
            const end = Math.max(first + 1, Math.floor((x + 1) * count / width));
            let most = 0;
            for (let index = first; index < end; index++) most = Math.max(most, data.timeline[index]);
            if (!most) continue;
            // The root lifts what is small: a change of one step is what people look for.
            const strength = Math.sqrt(most / 1000);
            const bar = Math.max(3 * scale, strength * (height - 4 * scale));
            context.globalAlpha = 0.45 + 0.55 * strength;
            context.fillRect(x, height - bar, 1, bar);
          }
        };
        const drawAxis = () => {
          const axis = byId("axis");
          const most = Math.max(2, Math.floor(axis.clientWidth / 92));
          let step = 1;
          for (let power = 1; data.frames / step > most; power *= 10) {
            for (const digit of [1, 2, 5, 10]) {
              step = digit * power;
              if (data.frames / step <= most) break;
            }
          }
          const ticks = [];
          for (let frame = 0; frame < data.frames; frame += step) {
            if (ticks.length && (1 - share(frame)) * axis.clientWidth < 56) break;
            const tick = make("span", {}, String(frame), make("small", {textContent: time(frame)}));
            tick.style.left = share(frame) * 100 + "%";
            ticks.push(tick);
          }
          axis.replaceChildren(...ticks);
          byId("timeline-hint").textContent =
            "· " + data.frames + (data.frames === 1 ? " frame" : " frames") + (data.rate ? ", " + time(data.frames) : "");
        };
        const drawMarkers = () => {
          const row = byId("markers");
          const width = Math.max(1, row.clientWidth);
          const lanes = [];
          const pitch = 28;
          const focused = row.contains(document.activeElement) ? Number(document.activeElement.dataset.event) : -1;
          row.replaceChildren(...data.events.map((item, index) => {
            const least = 24;
            const wide = Math.max(least, (share(item.last + 1) - share(item.first)) * width);
            const left = Math.max(0, Math.min(share(item.first) * width, width - wide));
            let lane = lanes.findIndex((end) => end + 2 <= left);
            if (lane < 0) { lane = lanes.length < 5 ? lanes.length : lanes.indexOf(Math.min(...lanes)); }
            lanes[lane] = left + wide;
            const button = make("button", {type: "button", title: item.sentence,
              "aria-label": "Event " + (index + 1) + ": " + item.sentence}, String(index + 1));
            button.dataset.event = index;
            button.style.left = left + "px";
            button.style.width = wide + "px";
            button.style.top = lane * pitch + "px";
            button.addEventListener("click", () => chooseEvent(index, true));
            return button;
          }));
          row.style.height = lanes.length * pitch + "px";
          if (focused >= 0) row.children[focused].focus();
        };
        const drawPlace = () => {
          if (!byId("heat")) return;
          const span = byId("span");
          const here = byId("here");
          span.hidden = here.hidden = !data.events.length;
          if (!data.events.length) return;
          const item = event();
          span.style.left = share(item.first) * 100 + "%";
          span.style.width = Math.max(0.1, (share(item.last + 1) - share(item.first)) * 100) + "%";
          const frame = pair().expectedFrame ?? pair().actualFrame ?? item.first;
          here.style.left = share(frame + 0.5) * 100 + "%";
          for (const button of byId("markers").children) {
            button.setAttribute("aria-pressed", String(Number(button.dataset.event) === state.event));
          }
        };
        if (byId("heat")) byId("heat").addEventListener("click", (click) => {
          const frame = click.offsetX / byId("heat").clientWidth * data.frames;
          let best = -1;
          let least = Infinity;
          data.events.forEach((item, index) => {
            const away = frame < item.first ? item.first - frame : Math.max(0, frame - item.last - 1);
            if (away < least) { least = away; best = index; }
          });
          if (best < 0) return;
          chooseEvent(best, true);
          // Of its frames, the one nearest to where the finger was.
          let nearest = 0;
          event().pairs.forEach((item, index, all) => {
            const away = (one) => Math.abs((one.expectedFrame ?? one.actualFrame ?? 0) - frame);
            if (away(item) < away(all[nearest])) nearest = index;
          });
          choosePair(nearest);
        });

        """#
}
