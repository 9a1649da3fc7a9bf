#if canImport(SwiftUI) && canImport(CoreGraphics) && canImport(ImageIO)
    import CoreGraphics
    public import SwiftUI
    public import WebVTT

    /// The thumbnail of a playback time, cut from its sheet.
    ///
    /// The placeholder is shown until the first thumbnail is available. While the next thumbnail is loaded, the
    /// previous one stays. No Apple toolchain has compiled this part so far.
    public struct ScrubPreviewImage<Placeholder: View>: View {
        private let track: ThumbnailTrack
        private let time: Timestamp?
        private let label: Text?
        private let placeholder: Placeholder
        @State private var shown: CGImage?

        /// Shows the thumbnail of a time.
        ///
        /// - Parameters:
        ///   - track: A loaded track.
        ///   - time: The time under the finger, such as `.seconds(83.5)`; nil shows the placeholder.
        ///   - label: Accessibility label; nil uses the tile's start time.
        ///   - placeholder: The view to show without a thumbnail.
        public init(
            _ track: ThumbnailTrack, at time: Timestamp?, label: Text? = nil,
            @ViewBuilder placeholder: () -> Placeholder
        ) {
            self.track = track
            self.time = time
            self.label = label
            self.placeholder = placeholder()
        }

        /// The thumbnail, or the placeholder.
        public var body: some View {
            let tile = track.tile(at: time)
            content(tile)
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(label ?? Text(verbatim: Self.spoken(tile?.start)))
                .accessibilityAddTraits(.isImage)
                .task(id: tile) { await show(tile) }
                .onDisappear { track.stopShowing() }
        }

        @ViewBuilder private func content(_ tile: PreviewTile?) -> some View {
            if let tile, let image = track.heldCGImage(for: tile) ?? shown {
                Image(decorative: image, scale: 1).resizable().aspectRatio(contentMode: .fit)
            } else {
                placeholder
            }
        }

        /// Keeps the previous thumbnail if the tile cannot be shown, or if a newer task has cancelled this one.
        private func show(_ tile: PreviewTile?) async {
            guard let tile else { return shown = nil }
            guard let image = try? await track.image(for: tile), !Task.isCancelled else { return }
            shown = image
        }

        /// The time in the form that players display: `1:23:45`.
        private static func spoken(_ time: Timestamp?) -> String {
            guard let time else { return "" }
            let seconds = time.milliseconds / 1000
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
            func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return hours > 0
                ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
        }
    }

    extension ScrubPreviewImage where Placeholder == Color {
        /// Shows the thumbnail of a time, or an empty view.
        ///
        /// - Parameters:
        ///   - track: A loaded track.
        ///   - time: The time under the finger; nil shows an empty view.
        ///   - label: Accessibility label; nil uses the tile's start time.
        public init(_ track: ThumbnailTrack, at time: Timestamp?, label: Text? = nil) {
            self.init(track, at: time, label: label) { Color.clear }
        }
    }
#endif
