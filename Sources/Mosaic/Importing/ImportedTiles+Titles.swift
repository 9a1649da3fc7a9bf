import Foundation
import MosaicSystem
import PlayerFormats
import WebVTT

extension ImportedTiles {
    /// The name of the file with chapters beside an imported document.
    static let chaptersName = "chapters.vtt"
    private static let mostChapterBytes = 16 << 20

    /// Takes titles from the chapters beside a document; without them nothing changes.
    mutating func takeTitles(in folder: String) {
        guard !tiles.contains(where: { $0.title != nil }),
            let path = try? ImportFolder(path: folder).own(Self.chaptersName),
            let bytes = try? FileReader.read(path, name: Self.chaptersName, limit: Self.mostChapterBytes),
            let chapters = try? ChapterDocuments.chapters(parsing: bytes).sorted(by: { $0.start < $1.start })
        else { return }
        for (index, chapter) in chapters.enumerated() {
            let next = chapters.indices.contains(index + 1) ? chapters[index + 1].start : nil
            let position = position(ofChapterAt: chapter.start, before: next)
            if tiles[position].title == nil, !chapter.title.isEmpty { setTitle(chapter.title, of: position) }
        }
    }

    /// The tile that shows a chapter: the one that begins with it, else the first that begins within it, else the one
    /// shown when it begins.
    private func position(ofChapterAt start: Timestamp, before next: Timestamp?) -> Int {
        var (low, high) = (0, tiles.count)
        while low < high {
            let middle = (low + high) / 2
            if tiles[middle].time < start { low = middle + 1 } else { high = middle }
        }
        if low < tiles.count {
            let time = tiles[low].time
            if time == start || (low > 0 && next.map { time < $0 } ?? true) { return low }
        }
        return max(0, low - 1)
    }
}
