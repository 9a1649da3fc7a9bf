import TiledJPEG

/// The storyboards of one film: the same times at several widths.
package struct StoryboardSet: Hashable, Sendable {
    /// A storyboard and its folder.
    package struct Member: Hashable, Sendable {
        /// The width's folder below the storyboard's folder, such as `160`; nil for the storyboard itself.
        package let folder: String?
        package let storyboard: Storyboard

        /// The path of a member's file below the storyboard's folder.
        package func path(of name: String) -> String { folder.map { "\($0)/\(name)" } ?? name }
    }

    /// The storyboard itself first, then further widths in ascending order.
    package let members: [Member]

    /// The storyboard itself.
    package var main: Storyboard { members[0].storyboard }

    /// Creates a set of a storyboard and its further widths, each in the folder named after its tiles' width.
    package init(_ main: Storyboard, further: [Storyboard] = []) {
        let others = further.sorted { $0.geometry.tile.width < $1.geometry.tile.width }
        members =
            [Member(folder: nil, storyboard: main)]
            + others.map { Member(folder: String($0.geometry.tile.width), storyboard: $0) }
    }
}

extension StoryboardSet {
    /// The storyboard below a key, with the storyboards of its widths that show the same times; `nil` without a
    /// record.
    ///
    /// Widths are published before the storyboard itself. A width that is missing, or newer because its run has not
    /// published the storyboard yet, is left out.
    ///
    /// - Parameter folder: The storyboard's key; `nil` if the store holds one storyboard only.
    /// - Throws: `malformed` if the storyboard's own record cannot be read, errors of the store.
    package static func published(in store: any ObjectStore, _ folder: ObjectKey?) async throws -> StoryboardSet? {
        let key = folder?.appending(Storyboard.recordName) ?? ObjectKey(part: Storyboard.recordName)
        guard let bytes = try await store.read(key, limit: StoryboardPublisher.recordLimit) else { return nil }
        return try await published(with: Storyboard(parsing: bytes), in: store, folder)
    }

    /// Reads the widths of a storyboard whose record was read already.
    ///
    /// - Throws: errors of the store.
    package static func published(
        with main: Storyboard, in store: any ObjectStore, _ folder: ObjectKey?
    ) async throws -> StoryboardSet {
        var further: [Storyboard] = []
        for width in main.widths {
            let place = folder?.appending(String(width)) ?? ObjectKey(part: String(width))
            let record = try await store.read(
                place.appending(Storyboard.recordName), limit: StoryboardPublisher.recordLimit)
            guard let record, let storyboard = try? Storyboard(parsing: record), storyboard.isWidth(width, of: main)
            else { continue }
            further.append(storyboard)
        }
        return StoryboardSet(main, further: further)
    }
}

extension Storyboard {
    /// Whether this is the storyboard of a width: it has the id, duration and times of `main`.
    package func isWidth(_ width: Int, of main: Storyboard) -> Bool {
        id == main.id && geometry.tile.width == width && duration == main.duration
            && tiles.elementsEqual(main.tiles) { $0.start == $1.start && $0.end == $1.end }
    }
}
