package import MosaicSystem
package import Raster
package import WebVTT

/// One input picture and the playback time it shows.
package struct Screenshot: Hashable, Sendable {
    /// The picture's name within its source; used in reports and documents.
    package let name: String
    /// The playback time of the picture.
    package let time: Timestamp
    /// The chapter's number; nil if the source does not number chapters.
    package let chapter: Int?
    /// The chapter's title; nil if the source has no title.
    package var title: String?
    /// False for a chapter whose screenshot is still to come.
    package let hasArrived: Bool
    /// Length and version of the picture when it was listed; `nil` before it has arrived, or if the source does not
    /// know them.
    package let status: Status?
    /// The selection of a film's frame; `nil` for a picture file.
    package let selection: FrameSelection?

    package init(
        name: String, time: Timestamp, chapter: Int? = nil, title: String? = nil, hasArrived: Bool = true,
        status: Status? = nil, selection: FrameSelection? = nil
    ) {
        self.name = name
        self.time = time
        self.chapter = chapter
        self.title = title
        self.hasArrived = hasArrived
        self.status = status
        self.selection = selection
    }

    /// Whether `first` is before `second` in a storyboard: by time, then chapter, then name.
    static func precedes(_ first: Screenshot, _ second: Screenshot) -> Bool {
        if first.time != second.time { return first.time < second.time }
        if first.chapter != second.chapter { return first.chapter ?? 0 < second.chapter ?? 0 }
        return first.name < second.name
    }
}

extension Screenshot {
    /// The metadata of a picture in a listing.
    package enum Status: Hashable, Sendable {
        /// A local file.
        case file(FileStatus)
        /// An object of a store; the version is nil if a later change might not change the version.
        case object(bytes: Int, version: ObjectVersion?)

        /// Length in bytes.
        package var bytes: Int {
            switch self {
            case .file(let status): status.bytes
            case .object(let bytes, _): bytes
            }
        }

        /// The picture's version; nil if a later change might not change the version.
        ///
        /// - Parameter listed: The time of the listing, in nanoseconds since 1970.
        package func version(at listed: Int64) -> ObjectVersion? {
            switch self {
            case .file(let status): status.version(at: listed)
            case .object(_, let version): version
            }
        }
    }
}

/// A screenshot's picture as its source delivers it.
package struct Picture: Sendable {
    /// The forms of a picture.
    package enum Content: Sendable {
        /// The bytes of a JPEG or PNG.
        case encoded([UInt8])
        /// Decoded pixels, such as a frame of a film.
        case planes(PlanarPicture)
        /// A picture that cannot be read, with the reason.
        case missing(any Error)
        /// A picture that was not downloaded after all retries; another attempt may succeed if the code is
        /// `unavailable`.
        indirect case broken(MosaicError)
    }

    package var content: Content
    /// The identity of the content, as recorded with the tile. Decoding determines later whether it has an ICC profile.
    package let source: Tile.Source
    /// The playback time of the film's frame, which may differ from the requested time; nil if the picture is not from
    /// a film.
    package let frameTime: Timestamp?

    package init(_ content: Content, of source: Tile.Source, frameTime: Timestamp? = nil) {
        self.content = content
        self.source = source
        self.frameTime = frameTime
    }

    /// Takes the memory of an encoded picture for reuse; the picture has no content afterwards. Empty for other
    /// pictures.
    mutating func takeBytes() -> [UInt8] {
        guard case .encoded(let bytes) = content else { return [] }
        content = .missing(CancellationError())
        return bytes
    }

    /// Frees the memory of an encoded picture that is larger than `limit` bytes; the picture has no content afterwards.
    mutating func trim(to limit: Int) {
        guard case .encoded(let bytes) = content, bytes.capacity > limit else { return }
        content = .missing(CancellationError())
    }

    /// An element of a session's buffer before it is filled.
    static var empty: Picture {
        Picture(
            .missing(CancellationError()),
            of: Tile.Source(name: "", bytes: nil, checksum: nil, version: nil, hasICCProfile: false))
    }
}
