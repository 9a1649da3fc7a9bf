public import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder that holds one published storyboard: `thumbnails.vtt`, `mosaic.json` and its sheets.
///
/// While the value lives, the folder is locked against other processes. A publication writes sheets first, then the
/// record, then the track, each under a temporary name that is renamed: whoever reads the track finds every sheet that
/// it names, whenever the writer is killed.
public struct StoryboardFolder: Sendable {
    /// The preview page's file name.
    public static let previewName = "preview.html"

    /// What the folder held when it was opened; nil where it held nothing.
    public let previous: Storyboard?

    private let path: String
    private let lock: FolderLock
    /// Folders that were made for this one, the deepest first.
    private let made: [String]

    /// Opens a folder for the storyboard `id`, making it where it does not exist.
    ///
    /// - Parameter input: The folder the screenshots come from; publishing into it or below it is refused.
    /// - Throws: `refused` where something else lives there, `busy`, `malformed`, `unavailable`.
    public init(path: String, for id: StoryboardID, input: String? = nil) throws {
        let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        self.path = path
        let missing = Self.missingFolders(of: path)
        let existing = missing.last.map(Self.parent) ?? path
        if let input { try Self.refuseOverlap(output: existing, input: input, name: name) }
        made = try Self.makeFolders(missing, name: name)
        do {
            // Once more: with `..` behind a folder that was not there, it only now shows where the path leads.
            if let input { try Self.refuseOverlap(output: path, input: input, name: name) }
            lock = try FolderLock(path: path, name: name)
            previous = try Self.storyboard(in: path)
            try Self.refuseStranger(in: path, id: id, previous: previous, name: name)
        } catch {
            // Whoever keeps it busy counts on the folder.
            if (error as? MosaicError)?.code != .busy { made.forEach { rmdir($0) } }
            throw error
        }
        PendingFile.discardLeftovers(in: path)
    }

    /// The storyboard in a folder; nil where there is none.
    ///
    /// - Throws: `malformed`, `unavailable`.
    public static func storyboard(in path: String) throws -> Storyboard? {
        let record = path + "/" + Storyboard.recordName
        guard FileStatus(path: record) != nil else { return nil }
        return try Storyboard(
            parsing: FileReader.read(record, name: Storyboard.recordName, limit: 1 << 30))
    }

    /// What was published here before, with its sheets; nil where nothing was.
    public var published: PublishedSheets? {
        previous.map { storyboard in
            PublishedSheets(
                storyboard: storyboard,
                isPresent: { [path] in FileStatus(path: path + "/" + $0.name.rawValue)?.bytes == $0.bytes },
                read: { [path] in
                    try FileReader.read(path + "/" + $0.name.rawValue, name: $0.name.rawValue, limit: $0.bytes)
                })
        }
    }

    /// Puts one encoded sheet into the folder under a temporary name.
    ///
    /// A sheet that is there already, because nothing changed, is left alone.
    /// - Throws: `unavailable`.
    public func stage(_ sheet: Sheet, bytes: [UInt8]) throws -> StagedSheet {
        StagedSheet(file: try pending(bytes, name: sheet.name.rawValue))
    }

    /// Makes the storyboard visible: sheets, record, preview page, and last the track; a file whose bytes are there
    /// already is left alone.
    ///
    /// - Parameters:
    ///   - keepingOld: Seconds for which sheets of earlier publications stay; 0 removes them at once.
    ///   - preview: The preview page; nil removes the one of the earlier publication, which would be out of date.
    /// - Throws: `unavailable`; the earlier publication is whole then.
    public func publish(
        _ storyboard: Storyboard, sheets: [StagedSheet], preview: [UInt8]?, keepingOld: Int, now: Date
    ) throws {
        // Everything is on the disk before the first name changes: a full disk changes nothing.
        let record = try pending(try storyboard.record(), name: Storyboard.recordName)
        let page = try preview.flatMap { try pending($0, name: Self.previewName) }
        let track = try pending(storyboard.trackDocument(), name: Storyboard.trackName)
        let former = previous?.sheets.map(\.name) ?? []
        let current = storyboard.sheets.map(\.name)
        var kept = KeptSheets(in: path)
        // A run that was killed between record and track left a track that shows sheets the record no longer names.
        if let previous, !holds(previous.trackDocument(), name: Storyboard.trackName) { kept.restart(at: now) }
        kept.replace(former, with: current, at: now)
        // Sheets that are about to appear are announced: if this run is killed before its record is in place, a later
        // one knows that they are its to remove.
        try write(kept.announcing(current.filter { !former.contains($0) }, at: now))
        for sheet in sheets { try sheet.file?.commit() }
        lock.synchronize()
        try record?.commit()
        try page?.commit()
        if preview == nil { removePreview() }
        try track?.commit()
        lock.synchronize()
        for name in kept.removeExpired(at: now, keeping: keepingOld) { unlink(path + "/" + name.rawValue) }
        try write(kept)
    }

    /// Gives up: temporary files go, and so do folders that were made for this.
    public func abandon() {
        PendingFile.discardLeftovers(in: path)
        made.forEach { rmdir($0) }
    }

    private func write(_ kept: KeptSheets) throws {
        if kept.entries.isEmpty {
            unlink(path + "/" + KeptSheets.fileName)
        } else {
            try pending(try kept.encoded(), name: KeptSheets.fileName)?.commit()
        }
    }

    /// Writes a file under a temporary name; nil where the very same file is in place already.
    private func pending(_ bytes: [UInt8], name: String) throws -> PendingFile? {
        holds(bytes, name: name) ? nil : try PendingFile(bytes, name: name, in: path)
    }

    private func holds(_ bytes: [UInt8], name: String) -> Bool {
        let file = path + "/" + name
        guard FileStatus(path: file)?.bytes == bytes.count else { return false }
        return (try? FileReader.read(file, name: name, limit: bytes.count)) == bytes
    }

    /// Removes the page that the previous record gives, and no other of the same name.
    private func removePreview() {
        guard let previous, holds(Array(PreviewPage(previous).html().utf8), name: Self.previewName) else { return }
        unlink(path + "/" + Self.previewName)
    }

    /// Makes folders, the deepest of which comes first, and returns those that nobody else made.
    private static func makeFolders(_ missing: [String], name: String) throws -> [String] {
        var made: [String] = []
        for folder in missing.reversed() {
            if mkdir(folder, 0o777) == 0 {
                made.insert(folder, at: 0)
                continue
            }
            let failure = SystemFailure.current
            guard failure.code == EEXIST else {
                made.forEach { rmdir($0) }
                throw MosaicError(.unavailable, name, "The folder cannot be made: \(failure).")
            }
        }
        return made
    }

    /// What of a path does not exist, the deepest folder first.
    private static func missingFolders(of path: String) -> [String] {
        var missing: [String] = []
        var rest = path
        while !rest.isEmpty, FileStatus(path: rest) == nil {
            missing.append(rest)
            rest = parent(of: rest)
        }
        return missing
    }

    /// The folder that a path lies in; empty where that is the working folder.
    private static func parent(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        var rest = path.utf8[...]
        while rest.last == slash { rest.removeLast() }
        while let last = rest.last, last != slash { rest.removeLast() }
        // A slash at the front is a folder of its own.
        while rest.last == slash, rest.count > 1 { rest.removeLast() }
        return String(Substring(rest))
    }

    /// Climbs from a folder that exists as the system does, so that links lead where they lead.
    private static func refuseOverlap(output: String, input: String, name: String) throws {
        guard let screenshots = FileStatus(path: input)?.identity else { return }
        var folder = output.isEmpty ? "." : output
        var below: [UInt64]?
        while let identity = FileStatus(path: folder)?.identity, identity != below {
            guard identity != screenshots else {
                throw MosaicError(.refused, name, "The output is the folder of screenshots or lies inside it.")
            }
            below = identity
            folder += "/.."
        }
    }

    private static func refuseStranger(
        in path: String, id: StoryboardID, previous: Storyboard?, name: String
    ) throws {
        if let previous, previous.id != id {
            throw MosaicError(.refused, name, "The folder holds another storyboard, \(previous.id), not \(id).")
        }
        if previous == nil, FileStatus(path: path + "/" + Storyboard.trackName) != nil {
            throw MosaicError(
                .refused, name, "The folder holds a \(Storyboard.trackName) without a \(Storyboard.recordName).")
        }
    }
}

/// A sheet that waits under a temporary name for its publication.
public struct StagedSheet: Sendable {
    /// Nil where the very same sheet is in place already.
    let file: PendingFile?
}
