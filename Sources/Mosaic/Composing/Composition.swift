package import Raster
import Synchronization
public import WebVTT

/// The result of a composition.
public struct Composition: Sendable {
    /// The storyboard, ready to be published.
    public let storyboard: Storyboard
    /// The storyboards of further widths, in ascending order.
    package internal(set) var further: [Storyboard] = []
    /// The number of tiles reused from an earlier publication.
    package let reusedTiles: Int
    /// How each screenshot was decoded, in order of time, without reused tiles and placeholders.
    package let decodings: [MadeTile.Decoding]
    /// Remarks on chosen values, such as how much a rounded tile crops, and the remarks of the screenshots' reader.
    package let remarks: [String]
    /// The number of placeholders for screenshots that could not be downloaded; another attempt may succeed.
    package let brokenDownloads: Int
    /// Whether the same storyboard was published already, so that publishing changed nothing.
    public internal(set) var isUnchanged = false

    /// Size of all sheets in bytes, including further widths.
    package var bytes: Int { ([storyboard] + further).reduce(0) { $0 + $1.sheetBytes } }
    /// Tiles with a fault in their screenshot, in order of time.
    package var remarkable: [Tile] { storyboard.tiles.filter { $0.reason != nil } }
    /// The number of placeholder tiles.
    package var placeholders: Int { storyboard.placeholders.count }
    /// The number of tiles made from screenshots or frames, without reused tiles.
    package var madeTiles: Int { storyboard.tiles.count - reusedTiles - placeholders }
    /// The number of screenshots with an ICC profile that is not converted.
    package var withICCProfile: Int { storyboard.tiles.count(where: \.source.hasICCProfile) }
}

/// A storyboard to compose.
public struct CompositionRequest: Sendable {
    package let id: StoryboardID
    /// A title for people; nil without one.
    package let title: String?
    /// The screenshots to compose.
    package let listing: ScreenshotListing
    /// Length of the film, later than the last screenshot; nil if it is not known.
    package let duration: Timestamp?

    /// Creates a request.
    public init(id: StoryboardID, title: String? = nil, listing: ScreenshotListing, duration: Timestamp? = nil) {
        self.id = id
        self.title = title
        self.listing = listing
        self.duration = duration
    }
}

/// Progress of a composition.
public struct CompositionProgress: Hashable, Sendable {
    /// The number of finished screenshots: reused, decoded, failed or not arrived yet.
    public let completed: Int
    /// The number of all screenshots.
    public let total: Int
}

/// Counts finished screenshots across workers, and reports each new count.
final class ProgressCount: Sendable {
    private let completed = Atomic(0)
    private let total: Int
    private let report: @Sendable (CompositionProgress) -> Void

    init(total: Int, report: @escaping @Sendable (CompositionProgress) -> Void) {
        self.total = total
        self.report = report
    }

    func advance(by finished: Int = 1) {
        guard finished > 0 else { return }
        let count = completed.wrappingAdd(finished, ordering: .relaxed).newValue
        report(CompositionProgress(completed: count, total: total))
    }
}
