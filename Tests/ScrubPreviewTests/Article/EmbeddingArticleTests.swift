import Foundation
import ScrubFixtures
import ScrubPreview
import Testing

@MainActor @Suite struct EmbeddingArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The lines between two marks, each run without the indentation of its first line.
    private func runs(in file: URL, from start: String, to end: String) throws -> [String] {
        var runs: [String] = []
        var current: [Substring]?
        for line in try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let lines = current, trimmed == end {
                let indentation = lines.first?.prefix { $0 == " " } ?? ""
                runs.append(
                    lines.map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }
                        .joined(separator: "\n"))
                current = nil
            } else if current != nil {
                current?.append(line)
            } else if trimmed == start {
                current = []
            }
        }
        return runs
    }

    @Test func `the article shows the code that is compiled here`() throws {
        let article = Self.folder.appending(
            path: "../../../Sources/ScrubPreview/ScrubPreview.docc/EmbeddingAScrubPreview.md")
        let shown = try runs(in: article, from: "```swift", to: "```")
        let compiled = try runs(
            in: Self.folder.appending(path: "EmbeddingSnippets.swift"), from: "// snippet", to: "// end")
        #expect(shown.count == 6)
        #expect(shown == compiled)
    }

    @Test func `a look-up shows a picture`() async throws {
        let film = try ServedFilm()
        var shown: [TilePicture] = []
        try await loadAndLookUp(film.url) { shown.append($0) }
        #expect(shown.map(\.bytes) == [DrawnSheet.picture(seed: 11)])
    }

    @Test func `a scrub bar shows what the finger is at`() async throws {
        let film = try ServedFilm()
        var shown: [TilePicture?] = []
        let bar = ScrubBar { shown.append($0) }
        bar.move(to: 1)
        #expect(shown == [nil])
        try await bar.open(film.url)
        bar.move(to: 1)
        while shown.count < 2 { await Task.yield() }
        #expect(shown.last??.bytes == DrawnSheet.picture(seed: 1))
        // The same sheet again: without waiting.
        bar.move(to: 2)
        #expect(shown.last??.bytes == DrawnSheet.picture(seed: 2))
        bar.release()
        #expect(shown.last == .some(nil))
        bar.close()
        bar.move(to: 2)
        #expect(shown.count == 5)
    }

    @Test func `images, memory, credentials and reports are as the article says`() async throws {
        let film = try ServedFilm()
        let track = try await loadWithCredentials(film.url, accessToken: "abc")
        #expect(film.files.server.requests.first?["Authorization"] == "Bearer abc")
        let tile = try #require(track.tile(numbered: 3))
        let picture = try await track.picture(for: tile)
        #expect(leaveDecoded(picture, of: tile, with: track) { _ in Bitmap(byteCount: 9) } == Bitmap(byteCount: 9))
        var lines: [String] = []
        let held = track.heldByteCount
        giveMemoryBack(track) { lines.append($0) }
        tellRepairs(track) { lines.append($0) }
        #expect(lines == ["\(held) bytes freed"])
    }
}
