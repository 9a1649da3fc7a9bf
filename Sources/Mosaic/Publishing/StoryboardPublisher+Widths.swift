package import Foundation

/// Further widths of a storyboard: each is an ordinary storyboard with a record, a track, sheets and a journal, in the
/// folder named after its width. It is published before the main storyboard, under the same lock.
extension StoryboardPublisher {
    /// The publisher of a further width.
    ///
    /// - Throws: `malformed` if its record cannot be read, errors of the store.
    package func place(ofWidth width: Int) async throws -> StoryboardPublisher {
        try await StoryboardPublisher(at: key(String(width)), in: store)
    }

    /// The publisher of a further width, for publishing the storyboard `id`.
    ///
    /// - Throws: `refused` if the width's folder holds another storyboard or a foreign track; otherwise as
    ///   ``place(ofWidth:)``.
    func place(ofWidth width: Int, of id: StoryboardID) async throws -> StoryboardPublisher {
        let place = try await place(ofWidth: width)
        if let previous = place.previous, previous.id != id {
            throw MosaicError(
                .refused, String(width), "The folder of this width holds another storyboard, \(previous.id).")
        }
        guard place.previous == nil, try await store.status(of: place.key(Storyboard.trackName)) != nil else {
            return place
        }
        throw MosaicError(
            .refused, String(width),
            "The folder of this width holds a \(Storyboard.trackName) without a \(Storyboard.recordName).")
    }

    /// The publishers of all widths with an object below the storyboard's key, even if the record does not name them.
    ///
    /// Omits folders with the record of another storyboard or with an unreadable record. Outside of a library, where
    /// other programs may have folders, also omits folders without a record.
    /// - Throws: errors of the store.
    func places() async throws -> [(width: Int, place: StoryboardPublisher)] {
        let widths = try await Self.widths(in: store, below: folder)
        guard !widths.isEmpty else { return [] }
        var id = previous?.id ?? folder.flatMap { StoryboardID(rawValue: $0.rawValue) }
        if id == nil { id = try? await retiredRecord()?.id }
        var places: [(width: Int, place: StoryboardPublisher)] = []
        for width in widths {
            do {
                let place = try await place(ofWidth: width)
                var owner = place.previous?.id
                if owner == nil { owner = try await place.retiredRecord()?.id }
                if owner == nil ? folder != nil : owner == id { places.append((width, place)) }
            } catch let error as MosaicError where error.code == .malformed {
                continue
            }
        }
        return places
    }

    /// The widths that have a folder below a key, in ascending order. Each takes a listing of one object.
    ///
    /// - Throws: errors of the store.
    package static func widths(in store: any ObjectStore, below folder: ObjectKey?) async throws -> [Int] {
        func key(_ name: String) -> ObjectKey { folder?.appending(name) ?? ObjectKey(part: name) }
        let level = folder?.parts.count ?? 0
        var widths: [Int] = []
        // Digits precede the names of all other objects, except hidden ones.
        var last = key("0")
        while let found = try await store.list(below: folder, after: last, limit: 1).first?.key {
            let parts = found.parts.map(String.init)
            guard parts[level].utf8.first.map({ (0x30...0x39).contains($0) }) == true else { break }
            if parts.count > level + 1, let width = width(named: parts[level]) { widths.append(width) }
            // `0` follows the slash in ASCII, so that all objects below the folder are skipped.
            last = parts.count > level + 1 ? key(parts[level] + "0") : found
        }
        return widths.sorted()
    }

    /// The width in a folder's name; nil for other names.
    static func width(named name: String) -> Int? {
        guard let width = Int(name), String(width) == name, (1...GeometryRequest.largestSide).contains(width) else {
            return nil
        }
        return width
    }

    /// Marks a width as absent, because the next record does not have it.
    ///
    /// - Throws: errors of the store.
    func beginDropping(_ width: Int, now: Date) async throws {
        let place = try await place(ofWidth: width)
        if place.previous?.id == previous?.id { _ = try await place.beginRetirement(.removed, now: now) }
    }

    /// Retires a width that a publication dropped, and deletes expired objects.
    ///
    /// - Returns: The earliest time of retirement; `nil` if no object is retired.
    /// - Throws: errors of the store; a later collection does the rest.
    func drop(_ width: Int, keepingOld: Int, now: Date) async throws -> Date? {
        let place = try await place(ofWidth: width)
        guard place.previous?.id == previous?.id else { return try await place.retention.journal().earliest }
        try await place.retire(.removed, now: now)
        var journal = try await place.retention.journal()
        try await place.retention.collect(&journal, keepingOld: keepingOld, now: now)
        return journal.earliest
    }

    /// Retires all widths after the storyboard itself was marked as absent.
    ///
    /// - Throws: errors of the store; a later call retires the rest.
    func retireWidths() async throws {
        guard let absence = try await retention.journal().absence else { return }
        for (_, place) in try await places() where place.previous != nil {
            try await place.retire(absence.cause, now: Date(timeIntervalSince1970: TimeInterval(absence.since)))
        }
    }

    /// Marks the storyboard as absent, deletes its documents and renames its record.
    func retire(_ cause: RetentionJournal.Cause, now: Date) async throws {
        _ = try await beginRetirement(cause, now: now)
        try await retireDocuments()
        try await retireRecord()
    }

    /// The earliest retirement of an object of the storyboard or of its widths; nil without retired objects.
    ///
    /// - Throws: errors of the store.
    package func earliestRetirement() async throws -> Date? {
        var earliest = [try await retention.journal().earliest]
        for (_, place) in try await places() { earliest.append(try await place.retention.journal().earliest) }
        return earliest.compactMap(\.self).min()
    }

    /// A sentence on why a removed storyboard's widths cannot be restored; nil if all can be restored.
    ///
    /// - Throws: errors of the store.
    package func obstacle(toRestoringWidthsOf storyboard: Storyboard) async throws -> String? {
        for width in storyboard.widths {
            let place = try await place(ofWidth: width)
            guard let record = try await place.retiredRecord() ?? place.previous, record.id == storyboard.id else {
                return "The record of the width \(width) is missing, and it cannot be restored."
            }
            for sheet in record.sheets where try await store.status(of: place.key(sheet.name)) == nil {
                return "The sheet \(width)/\(sheet.name) is missing, and it cannot be restored."
            }
        }
        return nil
    }
}
