#if canImport(SwiftUI)
    import SwiftUI

    /// The strip of a published story: a picture of 80x50 for each chapter, a grey placeholder where there is none yet.
    ///
    /// Leaving the screen cancels the task, and with it the polling.
    struct ChapterThumbnailRow: View {
        private let id: String
        private let feed: ChapterThumbnailFeed
        private let save: @MainActor (ChapterStrip) -> Void
        @State private var strip: ChapterStrip
        @State private var isPolling = false

        /// Shows the strip of a story.
        ///
        /// - Parameters:
        ///   - id: The story's film.
        ///   - strip: What is stored of its chapters.
        ///   - save: Stores what has come.
        init(
            id: String, strip: ChapterStrip, service: ChapterThumbnailService,
            save: @escaping @MainActor (ChapterStrip) -> Void
        ) {
            self.id = id
            self.save = save
            feed = ChapterThumbnailFeed(service: service)
            _strip = State(initialValue: strip)
        }

        var body: some View {
            ScrollView(.horizontal, showsIndicators: false) {
                LazyHStack(spacing: 6) {
                    ForEach(Array(strip.screenshots.enumerated()), id: \.offset) { number, url in
                        ChapterThumbnail(url: url, isComing: isPolling)
                            .accessibilityLabel(Text("Chapter \(number + 1)"))
                    }
                }
            }
            .frame(height: 50)
            .task(id: id) {
                await feed.run(id, from: strip) { next, phase in await show(next, phase) }
                isPolling = false
            }
        }

        @MainActor private func show(_ next: ChapterStrip, _ phase: ScreenshotPolling.Phase) {
            if case .polling = phase { isPolling = true } else { isPolling = false }
            guard next != strip else { return }
            strip = next
            save(next)
        }
    }

    /// One picture of the strip, or its placeholder.
    struct ChapterThumbnail: View {
        let url: URL?
        /// Whether the placeholder tells that a picture is coming.
        let isComing: Bool

        var body: some View {
            ChapterTile {
                if let url {
                    AsyncImage(url: url) { phase in
                        if let image = phase.image {
                            image.resizable().aspectRatio(contentMode: .fill)
                        } else if phase.error == nil {
                            ProgressView()
                        }
                    }
                } else if isComing {
                    ProgressView()
                }
            }
        }
    }

    /// A rounded grey rectangle of 80x50 with something on it.
    struct ChapterTile<Content: View>: View {
        @ViewBuilder let content: Content

        var body: some View {
            Rectangle()
                .fill(.gray.opacity(0.2))
                .overlay { content }
                .frame(width: 80, height: 50)
                .clipShape(RoundedRectangle(cornerRadius: 6))
        }
    }
#endif
