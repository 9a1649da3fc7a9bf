import TiledJPEG
import WebVTT

/// The tiles of a file that holds many, as pictures of their own.
struct GatheredPictures: Sendable {
    /// In the order of the file.
    private(set) var pictures: [(time: Timestamp, bytes: [UInt8])] = []
    private let source: ExportSource
    private let member: StoryboardSet.Member
    /// The tile of the last picture.
    private var last: Int?
    private var bytes = 0

    init(of member: StoryboardSet.Member, in source: ExportSource) {
        self.member = member
        self.source = source
    }

    /// Adds a tile. One that is repeated takes the memory of one.
    ///
    /// - Throws: `limitExceeded` where the file becomes too long, what the reader of sheets throws.
    mutating func append(_ tile: Int, at time: Timestamp) async throws {
        let picture =
            if tile == last, let last = pictures.last { last.bytes } else {
                try await source.sheets.tile(tile, of: member).encoded()
            }
        bytes += picture.count
        if let most = source.options.largestFile, bytes > most {
            throw MosaicError(
                .limitExceeded, member.storyboard.id.rawValue,
                "The pictures of one file have more than \(most) bytes: mosaic export writes such files.")
        }
        pictures.append((time, picture))
        last = tile
    }
}
