extension PublishedDocument {
    /// All documents in the order of publication. Players read the track, so it is last: the commit point.
    package static let all: [PublishedDocument] = [record, preview, track]

    /// The record, which all others are made of.
    package static let record = PublishedDocument("record", [.record], .always)

    /// A page to look at the storyboard.
    package static let preview = PublishedDocument(
        "preview", [.preview], .onRequest(summary: "a page with film strip and scrub bar"))

    /// The cue track.
    package static let track = PublishedDocument("track", [.track], .always)
}

extension DocumentFile {
    /// `mosaic.json`.
    package static let record = DocumentFile(Storyboard.recordName, .json, .published) { storyboard, _ in
        storyboard.record()
    }

    /// `preview.html`. A server makes a page that follows a growing storyboard.
    package static let preview = DocumentFile(
        "preview.html", .html, .made(as: "preview"), recognize: { PreviewPage($1).isShown(by: $0) },
        make: { storyboard, options in
            Array(PreviewPage(storyboard, film: options.film, exports: options.exports).html().utf8)
        })

    /// `thumbnails.vtt`.
    package static let track = DocumentFile(Storyboard.trackName, .vtt, .fitted) { storyboard, options in
        storyboard.trackDocument(options)
    }
}
