import Foundation
import Mosaic

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension UploadFolder {
    /// Storyboards of which superseded screenshots wait are noted at the library's top, hidden: one empty file for each,
    /// as old as the last of them.
    private static let noteFolder = ".mosaic-superseded"

    /// Takes older screenshots of the chapter away that have another time or format in their names; their URLs hold for
    /// as long as those of a removed storyboard do.
    ///
    /// - Parameter before: What the folder was like right before the new one came.
    /// - Returns: Whether there were any.
    func supersede(
        by name: ChapterFile, of id: StoryboardID, before: FileStatus?, keepingOld seconds: Int, now: Date
    ) -> Bool {
        let folder = path(of: id)
        guard let own = FileStatus(ofLinkItself: "\(folder)/\(name)") else { return false }
        let rivals = chapters.others(than: name, in: folder, before: before).filter { rival in
            guard let status = FileStatus(ofLinkItself: "\(folder)/\(rival)") else { return false }
            return (status.modified, rival) < (own.modified, name.description)
        }
        guard !rivals.isEmpty else { return false }
        let aside = asideFolder(of: id, now: now)
        let areKept = seconds > 0 && note(id, now: now) && (mkdir(aside, 0o777) == 0 || errno == EEXIST)
        for rival in rivals where !areKept || rename("\(folder)/\(rival)", "\(aside)/\(rival)") != 0 {
            // Of two screenshots of a chapter only one can be composed.
            unlink("\(folder)/\(rival)")
        }
        chapters.remove(rivals, ofChapter: name.index, from: folder)
        return true
    }

    /// Removes superseded screenshots whose time is over.
    ///
    /// - Throws: `unavailable`; a later call removes the rest.
    func collectSuperseded(keepingOld seconds: Int, now: Date) throws {
        let notes = "\(library)/\(Self.noteFolder)"
        let limit = Int64(now.timeIntervalSince1970) - Int64(seconds)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: notes)) ?? [] {
            guard let id = StoryboardID(rawValue: name), let status = FileStatus(ofLinkItself: "\(notes)/\(name)"),
                status.modified / 1_000_000_000 <= limit, try !removeExpired(of: id, keepingOld: seconds, now: now)
            else { continue }
            unlink("\(notes)/\(name)")
        }
    }

    /// Whether it is noted.
    private func note(_ id: StoryboardID, now: Date) -> Bool {
        let notes = "\(library)/\(Self.noteFolder)"
        guard mkdir(notes, 0o777) == 0 || errno == EEXIST else { return false }
        let attributes: [FileAttributeKey: Any] = [.modificationDate: now]
        return FileManager.default.createFile(atPath: "\(notes)/\(id)", contents: nil, attributes: attributes)
    }
}
