/// How a report looks: light and dark, from a phone to a wide screen.
enum ReportStyle {
    static let text = colours + page + viewer + narrow

    private static let colours = """
        :root{--ground:#f4f5f7;--card:#fff;--text:#171a1f;--soft:#555d68;--line:#dce0e6;--press:#e8ebf0;
        --accent:#2450d6;--on-accent:#fff;--expected:#08706b;--actual:#b0440a;--bad:#b3261e;--bad-soft:#fdeceb;
        --good:#17692f;--good-soft:#e5f5e9;--heat:#d6452b;--shadow:0 1px 2px #10182814,0 1px 8px #1018280a;
        --mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
        @media (prefers-color-scheme:dark){:root{--ground:#0f1216;--card:#181c22;--text:#e9ebee;--soft:#a6afbb;
        --line:#2d343d;--press:#262c35;--accent:#93b3ff;--on-accent:#0d1526;--expected:#56d0c5;--actual:#ffa366;
        --bad:#ff8f85;--bad-soft:#38201f;--good:#7fdc98;--good-soft:#17301f;--heat:#ff6a4d;--shadow:none}}

        """

    private static let page = """
        *{box-sizing:border-box}
        html{color-scheme:light dark;-webkit-text-size-adjust:100%}
        body{margin:0 auto;padding:16px clamp(12px,2vw,28px);max-width:1760px;background:var(--ground);
        color:var(--text);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Inter",sans-serif}
        h1,h2,p,ul,ol,dl,dd,pre{margin:0;padding:0}
        h1{font-size:28px;line-height:1.15;letter-spacing:-.02em}
        h2{font-size:13px;font-weight:650;color:var(--soft)}
        .card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;
        box-shadow:var(--shadow);margin-top:14px;min-width:0}
        button{font:inherit;font-size:14px;color:var(--text);background:var(--card);border:1px solid var(--line);
        border-radius:7px;padding:5px 11px;min-height:34px;cursor:pointer;white-space:nowrap}
        button:hover{background:var(--press)}
        button[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:7px}
        kbd{font:12px/1 var(--mono);border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;
        padding:2px 5px;background:var(--ground);color:var(--soft)}
        code{font-family:var(--mono);font-size:.93em}
        .head{display:flex;align-items:center;gap:14px 36px;flex-wrap:wrap}
        .verdict{display:flex;align-items:center;gap:14px;min-width:0}
        .mark{flex:none;width:48px;height:48px;border-radius:12px;display:grid;place-items:center;
        font:600 28px/1 var(--mono)}
        .differs .mark{background:var(--bad-soft);color:var(--bad)}
        .equal .mark{background:var(--good-soft);color:var(--good)}
        .title{color:var(--soft);overflow-wrap:anywhere}
        .sides{display:flex;gap:8px 28px;flex-wrap:wrap;flex:1 1 320px;min-width:0}
        .sides div{min-width:0;border-left:3px solid;padding-left:10px}
        .sides dt{font-size:12px;font-weight:650}
        .sides dd{font:13px/1.45 var(--mono);overflow-wrap:anywhere;color:var(--text)}
        .expected dt,.sides .expected,.key.expected{border-color:var(--expected);color:var(--expected)}
        .actual dt,.sides .actual,.key.actual{border-color:var(--actual);color:var(--actual)}
        .quiet{background:none}
        .findings{margin-top:14px;list-style:none;display:flex;flex-wrap:wrap;gap:8px}
        .findings li{background:var(--card);border:1px solid var(--line);border-left:3px solid var(--soft);
        border-radius:7px;padding:6px 12px;overflow-wrap:anywhere;min-width:0}
                .note{margin-top:14px}
        .legend{font-size:13px;color:var(--soft);overflow-wrap:anywhere}
        .timeline h2,.strip h2{float:left;margin-right:14px;line-height:20px}
        .ramp{display:inline-block;width:56px;height:9px;border-radius:3px;margin-right:4px;
        background:linear-gradient(90deg,color-mix(in srgb,var(--heat) 25%,var(--press)),var(--heat))}
        .track{position:relative;clear:both;margin-top:10px}
        #heat{display:block;width:100%;height:48px;background:var(--press);border-radius:6px;cursor:pointer}
        #span{position:absolute;top:0;bottom:0;background:var(--accent);opacity:.18;pointer-events:none}
        #here{position:absolute;top:-3px;bottom:-3px;width:2px;margin-left:-1px;background:var(--accent);
        pointer-events:none}
        #markers{position:relative;margin-top:4px}
        #markers button{position:absolute;min-height:24px;height:24px;padding:0;font-size:12px;font-weight:650;
        line-height:1;border-radius:5px;border-color:var(--bad);color:var(--bad);background:var(--bad-soft);
        overflow:hidden}
        #markers button[aria-pressed=true]{background:var(--accent);border-color:var(--accent);
        color:var(--on-accent);z-index:1}
        #axis{position:relative;height:36px;margin-top:5px;font-size:12px;line-height:15px;color:var(--soft);
        font-variant-numeric:tabular-nums;overflow:hidden}
        #axis span{position:absolute;padding-left:5px;border-left:1px solid var(--line);white-space:nowrap}
        #axis span small{display:block;font-size:11px}
        .strip svg{display:block;clear:both;width:100%;height:72px;margin-top:10px;background:var(--press);
        border-radius:6px}
        .strip path{fill:none;stroke-width:1.75;vector-effect:non-scaling-stroke}
        .strip path.expected{stroke:var(--expected)}
        .strip path.actual{stroke:var(--actual);stroke-dasharray:5 3}
        .key{white-space:nowrap;font-weight:650;margin-left:10px}
        .key::before{content:"";display:inline-block;width:20px;border-top:2px solid;vertical-align:4px;
        margin-right:5px}
        .key.actual::before{border-top-style:dashed}
        footer{margin:22px 0 4px;color:var(--soft);font-size:13px}
        dialog{border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--text);
        padding:20px 24px;max-width:min(440px,92vw)}
        dialog::backdrop{background:#000a}
        dialog dl div{display:flex;gap:12px;padding:6px 0;border-bottom:1px solid var(--line)}
        dialog dt{flex:0 0 108px}
        dialog form{margin-top:16px;text-align:right}

        """

    private static let viewer = """
        .work{display:grid;grid-template-columns:minmax(260px,340px) minmax(0,1fr);gap:0 14px;align-items:start;
        grid-template-rows:auto 1fr}
        .events{grid-area:1/1}
        .viewer{grid-area:1/2/3/3}
        .work .accept{grid-area:2/1}
        .events ol{list-style:none;margin:8px -8px -6px;max-height:56vh;overflow:auto;padding:2px}
        .event{display:flex;gap:11px;width:100%;text-align:left;border-color:transparent;background:none;
        padding:9px 8px;white-space:normal;line-height:1.4}
        .event[aria-current=true]{background:var(--press);border-color:var(--accent)}
        .number{flex:none;min-width:24px;height:24px;padding:0 4px;border-radius:5px;display:grid;
        place-items:center;font-size:12px;font-weight:650;background:var(--bad-soft);color:var(--bad)}
        .event[aria-current=true] .number{background:var(--accent);color:var(--on-accent)}
        .words{min-width:0;overflow-wrap:anywhere}
        .sentence,.layer{display:block}
        .kind{font-weight:650}
        .layer,#layer{color:var(--soft);font-size:13px}
        .about{flex:1 1 320px;min-width:0}
        .top{display:flex;flex-wrap:wrap;gap:10px 20px;align-items:flex-start}
        .viewer .about p{font-size:14px}
        .viewer h2{font-size:17px;font-weight:600;color:var(--text);line-height:1.35;overflow-wrap:anywhere;
        margin-top:1px}
        .tools{display:flex;flex-wrap:wrap;gap:8px 14px;justify-content:space-between;margin-top:12px}
        #modes,#frames,#zooms{display:flex;flex-wrap:wrap;gap:5px}
        #frames{max-height:118px;overflow:auto;padding:3px;margin:-3px}
        #frames:empty{display:none}
        #zooms{align-items:center}
        #zooms button{min-width:34px;padding:5px 8px}
        #zoom{min-width:52px;text-align:center;font-size:13px;font-variant-numeric:tabular-nums;color:var(--soft)}
        #modes .none:not([aria-pressed=true]){color:var(--soft);border-style:dashed}
        #controls{display:flex;align-items:center;gap:10px;flex-wrap:wrap;min-height:34px;margin-top:10px;
        font-size:14px}
        #controls:empty{display:none}
        #controls label{display:flex;align-items:center;gap:10px;flex:1 1 220px;min-width:0}
        #controls input{flex:1;min-width:80px;height:30px;accent-color:var(--accent);margin:0}
        #controls output{min-width:46px;text-align:right;font-variant-numeric:tabular-nums;color:var(--soft)}
        #stage{margin-top:10px;display:flex;gap:12px;background:#22262b;border-radius:8px;padding:12px;
        justify-content:center;align-items:flex-start;min-height:140px;color:#e8eaed}
        #stage.stacked{flex-direction:column;align-items:center}
        figure{margin:0;min-width:0;max-width:100%}
        figcaption{display:flex;gap:8px;align-items:baseline;font-size:13px;margin-bottom:6px;color:#c6ccd4;
        font-variant-numeric:tabular-nums}
        figcaption b{font-weight:650;color:#e8eaed}
        figcaption b{white-space:nowrap}
        figcaption .expected{color:#62d8cd}
        figcaption .actual{color:#ffab73}
        figcaption .spread{flex:1}
        .view{overflow:auto;max-width:100%;background:#000;border-radius:3px}
        .stack{position:relative;overflow:hidden}
        .stack>*{position:absolute;left:0;top:0;display:block;max-width:none}
        .stack.grown img{image-rendering:pixelated}
        .stack.blend{isolation:isolate;background:#000}
        .stack.blend .layer-actual{mix-blend-mode:difference}
        .stack .missing{display:grid;place-content:center;text-align:center;padding:12px;font-size:14px;
        background:#2d3238;border:1px dashed #7d8793;color:#dde1e6;overflow:auto}
        .divider{width:2px;margin-left:-1px;height:100%;background:#fff;box-shadow:0 0 0 1px #0008;
        pointer-events:none}
        .divider::after{content:"";position:absolute;left:-13px;top:calc(50% - 14px);width:28px;height:28px;
        border-radius:50%;background:#fff linear-gradient(90deg,#0000 10px,#444 10px 12px,#0000 12px 16px,#444 16px 18px,
        #0000 18px);box-shadow:0 1px 4px #000a}
        .swipe{cursor:ew-resize;touch-action:pan-y}
        .empty{align-self:center;margin:auto;max-width:46ch;text-align:center;padding:24px 8px}
        .readout{font:13px/1.5 var(--mono);min-height:20px;margin-top:6px;color:var(--soft);overflow-wrap:anywhere}
        .hint{font-size:13px;color:var(--soft)}
        #facts{margin-top:6px;padding-left:20px;overflow-wrap:anywhere}
        .accept p{font-size:14px;margin:2px 0 8px;color:var(--soft)}
        .accept .over{display:flex;justify-content:space-between;align-items:center;gap:10px}
        .accept pre{background:var(--ground);border:1px solid var(--line);border-radius:7px;padding:8px 10px;
        white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.45}
        .accept code span{display:inline-block;max-width:100%}
        .accept #copied{margin:6px 0 0;min-height:0}
        .accept #copied:empty{display:none}

        """

    private static let narrow = """
        @media (max-width:900px){.work{grid-template-columns:minmax(0,1fr)}.events,.viewer,.work .accept{grid-area:auto}
        .events ol{max-height:34vh}}
        @media (max-width:560px){body{padding:14px 10px}.card{padding:12px}h1{font-size:24px}
        .mark{width:42px;height:42px}.timeline h2,.strip h2{float:none}.head{gap:12px 20px}
        #help-open{display:none}#stage{padding:8px;margin-left:-4px;margin-right:-4px}
        .readout{display:none}.findings li{width:100%}button{min-height:38px}#markers button{min-height:26px}
        #modes button{flex:1 1 auto;padding:5px 8px}.tools{gap:10px}}
        @media (forced-colors:active){button[aria-pressed=true],.event[aria-current=true]{outline:2px solid}}
        @media print{.tools,#controls,#help-open,#copy{display:none}}

        """
}
