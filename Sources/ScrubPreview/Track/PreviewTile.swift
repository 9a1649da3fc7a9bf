public import Foundation
public import TiledJPEG
public import WebVTT

/// The tile of a playback time: a part of a sheet.
public struct PreviewTile: Hashable, Sendable {
    /// The tile's place in time order, from 0.
    public let index: Int
    /// The sheet's address, absolute.
    public let sheet: URL
    /// The tile on its sheet in pixels, where known.
    ///
    /// Nil for a rectangle in percent until the sheet is downloaded, and always for a cue that shows the whole picture.
    public let rect: PixelRect?
    /// The first moment of the tile.
    public let start: Timestamp
    /// The moment after its last one; the tile is for `start <= t < end`.
    public let end: Timestamp
    /// The policy of the look-up.
    public let policy: LookupPolicy
    /// The tile on its sheet as the track says it; nil for the whole picture.
    let fragment: MediaFragment?
    /// Which sheet of the track it is on.
    let sheetIndex: Int
    /// Which load of the track it belongs to.
    let load: Int
}

/// An encoded picture with the part of it to show.
///
/// A tile with restart markers around it is a complete JPEG, cut without decoding. Otherwise the picture is the whole
/// sheet, of which the host shows `crop`; all tiles of a sheet share its bytes.
public struct TilePicture: Hashable, Sendable {
    /// A JPEG, PNG, WebP or GIF file.
    public let bytes: [UInt8]
    /// The format of the picture.
    public let format: ImageFormat
    /// The part to show, in pixels of the picture as it is displayed; nil for all of it.
    public let crop: PixelRect?
    /// The size of the shown part, in pixels.
    public let size: PixelSize
}
