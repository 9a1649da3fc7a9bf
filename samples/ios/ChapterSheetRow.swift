#if canImport(SwiftUI) && canImport(CoreGraphics) && canImport(ImageIO)
    import CoreGraphics
    import ScrubPreview
    import SwiftUI

    /// The same strip out of the storyboard: one sheet in place of a picture for each chapter.
    struct ChapterSheetRow: View {
        /// The story's track, `{server}/storyboards/{id}/thumbnails.vtt`.
        let track: URL
        /// Seconds at which the chapters begin; nil for one without a screenshot.
        let times: [Double?]
        /// For a server with `--read token`.
        var credentials = Credentials()
        @State private var sheet: ChapterSheet?

        var body: some View {
            ScrollView(.horizontal, showsIndicators: false) {
                LazyHStack(spacing: 6) {
                    ForEach(times.indices, id: \.self) { chapter in
                        ChapterSheetTile(sheet: sheet, chapter: chapter)
                            .accessibilityLabel(Text("Chapter \(chapter + 1)"))
                    }
                }
            }
            .frame(height: 50)
            // A story without a track keeps its placeholders until its times change or the cell appears again.
            .task(id: Shown(track: track, times: times)) {
                sheet = try? await ChapterSheet.load(track, times: times, credentials: credentials)
            }
            .onDisappear { sheet?.track.stopShowing() }
        }

        private struct Shown: Hashable {
            let track: URL
            let times: [Double?]
        }
    }

    private struct ChapterSheetTile: View {
        let sheet: ChapterSheet?
        let chapter: Int
        @State private var image: CGImage?

        private var tile: PreviewTile? {
            sheet.flatMap { $0.tiles.indices.contains(chapter) ? $0.tiles[chapter] : nil }
        }

        var body: some View {
            ChapterTile {
                if let image { Image(decorative: image, scale: 1).resizable().aspectRatio(contentMode: .fill) }
            }
            .task(id: tile) {
                guard let tile, let track = sheet?.track else { return }
                image = try? await track.image(for: tile)
            }
        }
    }
#endif
