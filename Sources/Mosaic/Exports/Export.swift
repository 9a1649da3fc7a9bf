package import WebVTT

/// A format of other players in which a storyboard is written: the same tiles and times. No tile is encoded again.
///
/// Publishing, routes, links, help texts and the preview page iterate over ``all``.
package struct Export: Hashable, Sendable {
    /// How exactly its times are those of the track.
    package enum Timing: String, Hashable, Sendable, Encodable {
        /// To the millisecond.
        case exact
        /// At a fixed cadence: tiles are repeated, or left out, if the times of the track are irregular.
        case resampled
        /// It is not read by players.
        case none
    }

    /// Its name in flags and in the keys of links, different from that of every other export.
    package let name: String
    /// A phrase for help texts that describes the format and names its readers.
    package let summary: String
    /// How exactly its times are those of the track, unless a cadence is requested.
    private let timing: Timing
    /// The path, below the storyboard's folder, of the document that links name.
    package let document: String
    /// The media type of that document.
    package let type: ContentType
    /// Whether tiles are moved into its files as bytes, which only JPEG sheets allow.
    let movesTiles: Bool
    /// Whether it has tiles at a requested cadence.
    package let takesCadence: Bool
    /// Whether players show no tile after the end of the film as its documents state it. Else the last tile stays.
    package let statesEnd: Bool
    private let make: @Sendable (ExportSource) async throws -> [ExportFile]

    package init(
        _ name: String, _ summary: String, _ timing: Timing, document: String, _ type: ContentType,
        movesTiles: Bool = true, takesCadence: Bool = false, statesEnd: Bool = true,
        make: @escaping @Sendable (ExportSource) async throws -> [ExportFile]
    ) {
        self.name = name
        self.summary = summary
        self.timing = timing
        self.document = document
        self.type = type
        self.movesTiles = movesTiles
        self.takesCadence = takesCadence
        self.statesEnd = statesEnd
        self.make = make
    }

    /// How exactly its times are those of the track.
    ///
    /// - Parameter cadence: The requested cadence; `nil` without one.
    package func timing(at cadence: Timestamp?) -> Timing { takesCadence && cadence != nil ? .resampled : timing }

    /// Its files in the order of publication: pictures first, the document that links name last. O(tiles).
    ///
    /// - Throws: `unsupported` where the storyboard has what the format cannot express, `invalidSettings`, what the
    ///   reader of sheets throws.
    package func files(of source: ExportSource) async throws -> [ExportFile] {
        if movesTiles { try source.requireJPEG(for: name) }
        return try await make(source)
    }

    package static func == (one: Export, other: Export) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
