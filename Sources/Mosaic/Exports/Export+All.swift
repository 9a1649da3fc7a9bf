extension Export {
    /// All exports in the order of publication. Players read the track, so it is last: the commit point.
    package static let all: [Export] = [record, preview, track]

    /// The record, which all other exports are made of.
    package static let record = Export("record", [.record], .always)

    /// A page to look at the storyboard.
    package static let preview = Export(
        "preview", [.preview], .onRequest(summary: "a page with film strip and scrub bar"))

    /// The cue track.
    package static let track = Export("track", [.track], .always)
}

extension ExportFile {
    /// `mosaic.json`.
    package static let record = ExportFile(Storyboard.recordName, .json, .published) { storyboard, _ in
        storyboard.record()
    }

    /// `preview.html`. A server makes a page that follows a growing storyboard.
    package static let preview = ExportFile(
        "preview.html", .html, .made(as: "preview"), recognize: { PreviewPage($1).isShown(by: $0) },
        make: { storyboard, options in Array(PreviewPage(storyboard, film: options.film).html().utf8) })

    /// `thumbnails.vtt`.
    package static let track = ExportFile(Storyboard.trackName, .vtt, .fitted) { storyboard, options in
        storyboard.trackDocument(options)
    }
}
