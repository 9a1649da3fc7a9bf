extension PreviewPage {
    /// The style of all pages: one accent color, light and dark, and the frame around the content.
    package static let frameStyle = """
        :root {
          color-scheme: light dark;
          --ground: #f7f6f3; --ink: #1d1c1a; --soft: #716d67; --rail: #dad6cf; --accent: #c2502c; --card: #ffffff;
          --shadow: 0 1px 2px rgb(40 30 20 / .10), 0 10px 30px rgb(40 30 20 / .16);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #141518; --ink: #ecebe8; --soft: #989590; --rail: #34363c; --accent: #ff8a5c; --card: #23252a;
            --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 10px 30px rgb(0 0 0 / .5);
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
        main { max-width: 1180px; margin: 0 auto; padding: 40px 28px 48px; }
        h1 { margin: 0; font-size: 28px; font-weight: 650; letter-spacing: -.02em; overflow-wrap: anywhere; }
        #facts { margin: 4px 0 0; color: var(--soft); font-variant-numeric: tabular-nums; }
        """

    /// The page's style sheet.
    static let style = """
        \(frameStyle)
        #scrubber { margin-top: 36px; }
        .picture { background-repeat: no-repeat; }
        /* Denser screens scale sheets: the outermost half pixel is mixed with the neighbouring tile's. */
        @media (min-resolution: 1.01dppx) {
          .picture { background-origin: border-box; background-clip: content-box; padding: .5px; }
        }

        #stage { position: relative; }
        #bubble {
          position: absolute; bottom: 0; left: 0; margin: 0; padding: 6px; border-radius: 12px; background: var(--card);
          box-shadow: var(--shadow); min-width: 180px; max-width: 100%;
        }
        #bubble::after {
          content: ""; position: absolute; bottom: -6px; left: calc(var(--tip, 50%) - 6px); width: 12px; height: 12px;
          background: var(--card); transform: rotate(45deg); border-radius: 2px;
        }
        #bubble .picture { margin: 0 auto; border-radius: 7px; }
        figcaption {
          display: flex; gap: 10px; padding: 7px 5px 2px; width: 0; min-width: 100%; white-space: nowrap;
        }
        time { font-weight: 650; font-variant-numeric: tabular-nums; }
        #caption { color: var(--soft); overflow: hidden; text-overflow: ellipsis; }

        #bar {
          position: relative; height: 36px; margin-top: 12px; cursor: pointer; touch-action: none; border-radius: 8px;
        }
        #bar:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
        #rail {
          position: absolute; inset: 14px 0; border-radius: 4px; background: var(--rail); overflow: hidden;
        }
        #played { height: 100%; background: var(--accent); }
        #marks i {
          position: absolute; top: 0; bottom: 0; width: 3px; margin-left: -1.5px; background: var(--ground);
        }
        #knob {
          position: absolute; top: 9px; width: 18px; height: 18px; margin-left: -9px; border-radius: 50%;
          background: var(--card); border: 4px solid var(--accent); box-shadow: 0 1px 4px rgb(0 0 0 / .25);
        }
        #ends {
          display: flex; justify-content: space-between; color: var(--soft); font-size: 13px;
          font-variant-numeric: tabular-nums;
        }

        #strip {
          display: flex; gap: 14px; margin: 36px -28px 0; padding: 6px 28px 18px; list-style: none; overflow-x: auto;
          scrollbar-color: var(--rail) transparent; position: relative;
        }
        #strip button {
          display: block; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left;
          cursor: pointer; border-radius: 10px;
        }
        #strip button:focus-visible { outline: 2px solid var(--accent); outline-offset: 4px; }
        #strip .picture { border-radius: 10px; opacity: .78; transition: opacity .15s, box-shadow .15s; }
        #strip button:hover .picture { opacity: 1; }
        #strip [aria-current] .picture {
          opacity: 1; box-shadow: 0 0 0 2px var(--ground), 0 0 0 5px var(--accent);
        }
        #strip .words { display: flex; gap: 8px; padding: 9px 2px 0; width: 0; min-width: 100%; white-space: nowrap; }
        #strip .words span { color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
        #strip .reserved .picture { border: 2px dashed var(--rail); opacity: 1; }
        @media (max-width: 640px) {
          main { padding: 24px 16px 32px; }
          #strip { margin: 28px -16px 0; padding: 6px 16px 14px; }
        }
        """
}
