extension Export {
    /// All exports, in the order of help texts and links.
    package static let all: [Export] = [
        vidstack, hls, hlsIFrames, dash, bif, jellyfin, chapters, contactSheet,
    ]

    /// The export of a name; nil without one.
    package init?(named name: String) {
        guard let export = Self.all.first(where: { $0.name == name }) else { return nil }
        self = export
    }
}
