import Mosaic

extension FrontPage {
    /// The page's style sheet: the rules shared with the preview page, and the rules of this page.
    static let style = """
        \(PreviewPage.frameStyle)
        header { display: flex; flex-wrap: wrap; gap: 16px 28px; align-items: flex-end; justify-content: space-between; }
        h2 { margin: 0; font-size: 17px; font-weight: 650; outline: none; }
        code, pre { font: 13px/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
        [hidden] { display: none !important; }
        .unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
        .hint { color: var(--soft); font-size: 13px; }

        input, select, button { font: inherit; color: inherit; }
        input, select {
          height: 38px; padding: 0 12px; border: 1px solid var(--rail); border-radius: 10px; background: var(--card);
        }
        button {
          padding: 5px 14px; border: 1px solid var(--rail); border-radius: 9px; background: var(--card); cursor: pointer;
        }
        button:hover { border-color: var(--soft); }
        button:disabled { opacity: .5; cursor: default; }
        :is(input, select, button, pre):focus-visible, #jobs a:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px;
        }
        #finder { display: flex; gap: 10px; flex: 0 1 460px; }
        #searching { position: relative; flex: 1; min-width: 0; }
        #search { width: 100%; }
        #searching kbd {
          position: absolute; right: 9px; top: 8px; padding: 0 7px; border: 1px solid var(--rail); border-radius: 6px;
          color: var(--soft); font: 13px/20px system-ui, sans-serif; pointer-events: none;
        }
        #search:focus + kbd, #search:not(:placeholder-shown) + kbd { display: none; }
        #trouble {
          padding: 10px 14px; border-left: 3px solid var(--accent); border-radius: 6px; background: var(--card);
          white-space: pre-line;
        }

        #queue {
          display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; align-items: baseline; margin-top: 28px;
          padding: 16px 20px; border: 1px solid var(--rail); border-radius: 14px; background: var(--card);
        }
        #counts { margin: 0; color: var(--soft); font-variant-numeric: tabular-nums; }
        #jobs { grid-column: 1 / -1; margin: 0; padding: 0; list-style: none; }
        #jobs li {
          display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) 84px; gap: 2px 16px; align-items: center;
          min-height: 40px; padding: 4px 0; border-top: 1px solid var(--rail);
        }
        #jobs li:first-child { margin-top: 10px; }
        #jobs a { text-decoration-color: var(--rail); text-underline-offset: 3px; overflow: hidden; color: inherit; text-overflow: ellipsis; white-space: nowrap; border-radius: 4px; }
        #jobs .state { color: var(--soft); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        #jobs button { justify-self: end; }
        #jobs progress { grid-column: 1 / -1; }
        progress {
          width: 100%; height: 4px; border: 0; border-radius: 2px; background: var(--rail); overflow: hidden; appearance: none;
        }
        progress::-webkit-progress-bar { background: var(--rail); }
        progress::-webkit-progress-value { background: var(--accent); }
        progress::-moz-progress-bar { background: var(--accent); }
        #more { justify-self: start; margin-top: 8px; grid-column: 1 / -1; }

        #shelf { margin-top: 28px; }
        #grid { position: relative; margin: 0; padding: 0; list-style: none; }
        .card { position: absolute; top: 0; left: 0; }
        .card a { display: block; color: inherit; text-decoration: none; border-radius: 12px; outline: none; }
        .poster {
          position: relative; overflow: hidden; border-radius: 12px; background:
          linear-gradient(var(--ground), var(--ground)) 50% / 8px 100% no-repeat,
          linear-gradient(var(--ground), var(--ground)) 50% / 100% 8px no-repeat, var(--rail);
          transition: box-shadow .15s;
        }
        .poster.shown { background: var(--rail); }
        .poster img { display: block; width: 100%; height: 100%; object-fit: cover; }
        .poster.tall { background: #000; }
        .poster.tall img { object-fit: contain; }
        .card a:hover .poster { box-shadow: var(--shadow); }
        .card a:focus-visible { outline: 2px solid transparent; outline-offset: 5px; }
        .card a:focus-visible .poster { box-shadow: 0 0 0 2px var(--ground), 0 0 0 5px var(--accent); }
        .state-mark, .length {
          position: absolute; padding: 1px 8px; border-radius: 7px; background: rgb(0 0 0 / .72); color: #fff;
          font-size: 12.5px; font-variant-numeric: tabular-nums;
        }
        .state-mark { top: 8px; left: 8px; }
        .state-mark.growing { background: var(--accent); color: var(--card); font-weight: 650; }
        .length { right: 8px; bottom: 8px; }
        .poster progress { position: absolute; left: 0; bottom: 0; border-radius: 0; }
        .poster progress:not([hidden]) ~ .length { bottom: 12px; }
        .title { margin: 8px 2px 0; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .about {
          margin: 0 2px; color: var(--soft); font-size: 13.5px; overflow: hidden; text-overflow: ellipsis;
          white-space: nowrap; font-variant-numeric: tabular-nums;
        }
        #nothing { color: var(--soft); }

        #empty { margin-top: 56px; }
        pre {
          margin: 14px 0; padding: 16px 18px; border-radius: 12px; background: var(--card);
          white-space: pre-wrap; overflow-wrap: anywhere;
        }
        #entrance { max-width: 460px; margin: 12vh auto 0; }
        #entrance p { display: flex; gap: 10px; }
        #entrance input { flex: 1; min-width: 0; }
        #refusal:not(:empty) { color: var(--accent); }
        @media (max-width: 640px) {
          main { padding: 24px 16px 32px; }
          #finder { flex-basis: 100%; }
          #queue { padding: 14px 16px; }
          #jobs li { grid-template-columns: minmax(0, 1fr) 84px; }
          #jobs .state { grid-column: 1; grid-row: 2; }
          #jobs button { grid-column: 2; grid-row: 1 / 3; }
        }
        @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
        """
}
