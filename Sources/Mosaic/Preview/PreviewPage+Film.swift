extension PreviewPage {
    /// The film above the scrub bar. It shows once the browser can play it, and otherwise never.
    static func video(_ url: String) -> String {
        """

        <video id="film" src="\(escapedForHTML(url))" controls playsinline preload="metadata" hidden></video>
        """
    }

    /// With a film, the bubble lies over it, and only while the bar is used.
    static let filmStyle = """

        #film { display: block; width: 100%; max-height: 62vh; margin-top: 24px; border-radius: 12px; background: #000; }
        #film[hidden] { display: none; }
        #film:not([hidden]) + #scrubber { margin-top: 0; }
        #film:not([hidden]) + #scrubber #stage { height: 0 !important; }
        #film:not([hidden]) + #scrubber #bubble { z-index: 1; }
        #film:not([hidden]) + #scrubber:not(:has(#bar:hover, #bar:active, #bar:focus-visible)) #bubble {
          visibility: hidden;
        }
        """

    /// Joins the scrub bar and the film: each moves the other.
    static let filmScript = #"""
        {
          const video = part('film');
          const start = () => {
            // Of a film whose pictures it cannot decode, a browser plays the sound alone.
            if (film || !video.videoWidth) return;
            film = video;
            film.hidden = false;
            if (position) seek(position);
          };
          video.onloadedmetadata = start;
          video.onerror = () => {
            film = null;
            video.hidden = true;
            choose(position);
          };
          video.ontimeupdate = () => {
            if (!film || !record.tiles.length) return;
            position = Math.min(film.currentTime * 1000, length);
            // The bubble stays below the pointer.
            if (bar.matches(':hover, :active')) moveKnob(position); else point(position);
          };
          if (video.error) video.onerror(); else if (video.readyState > 0) start();
        }
        """#
}
