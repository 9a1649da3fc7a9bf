import MosaicSystem

extension Tile.Source {
    /// The sources as they are now, where the screenshots are the recorded ones; nil for each that is not.
    ///
    /// A picture of another version is read, as many at a time as the reader likes: a copy with the same length and
    /// checksum is unchanged, and its version is recorded. A change of rights or links is not recorded, so that it does
    /// not change the record.
    ///
    /// - Parameter recorded: One for each screenshot; nil where there is none to compare with.
    package static func unchanged(
        _ recorded: [Tile.Source?], in screenshots: [Screenshot], from reader: any ScreenshotReader,
        verifiesContent: Bool
    ) async -> [Tile.Source?] {
        var sources = [Tile.Source?](repeating: nil, count: screenshots.count)
        var undecided: [(index: Int, source: Tile.Source, bytes: Int)] = []
        for (index, screenshot) in screenshots.enumerated() {
            guard let source = recorded[index] else { continue }
            switch source.comparison(with: screenshot, verifiesContent: verifiesContent) {
            case .same(let source): sources[index] = source
            case .other: break
            case .undecided(let bytes): undecided.append((index, source, bytes))
            }
        }
        guard !undecided.isEmpty else { return sources }
        let now = await reader.sources(of: undecided.map { screenshots[$0.index] }, limits: undecided.map(\.bytes))
        for ((index, source, _), now) in zip(undecided, now) {
            sources[index] = now.flatMap { source.unchanged(in: screenshots[index], readAs: $0) }
        }
        return sources
    }

    /// The same for one.
    package func unchanged(
        in screenshot: Screenshot, from reader: any ScreenshotReader, verifiesContent: Bool
    ) async -> Tile.Source? {
        await Self.unchanged([self], in: [screenshot], from: reader, verifiesContent: verifiesContent)[0]
    }

    /// The result of comparing a recorded source with a listed screenshot.
    private enum Comparison {
        /// Unchanged, by its version.
        case same(Tile.Source)
        case other
        /// The content has to be read; `bytes` is its recorded length.
        case undecided(bytes: Int)
    }

    private func comparison(with screenshot: Screenshot, verifiesContent: Bool) -> Comparison {
        // Of a film that is the same, another frame may be wanted.
        guard screenshot.selection?.description == selection else { return .other }
        if let status = screenshot.status {
            guard status.bytes == bytes else { return .other }
            if !verifiesContent, let known = known(as: status) { return .same(known) }
        }
        guard checksum != nil, let bytes else { return .other }
        return .undecided(bytes: bytes)
    }

    /// The source as it was read, where its content is the recorded one.
    private func unchanged(in screenshot: Screenshot, readAs now: Tile.Source) -> Tile.Source? {
        guard now.checksum == checksum else { return nil }
        if case .file(let status) = screenshot.status, version?.precedes(status) == true { return self }
        var now = now
        now.hasICCProfile = hasICCProfile
        return now
    }

    /// The source with its present version, where its recorded version tells that it is unchanged.
    private func known(as status: Screenshot.Status) -> Tile.Source? {
        guard let version else { return nil }
        let now =
            switch status {
            case .object(_, let version): version
            case .file(let status): ObjectVersion(of: status)
            }
        return version == now ? self : nil
    }
}
