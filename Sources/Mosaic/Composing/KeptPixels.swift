import Foundation
import MosaicSystem
package import Raster
import Synchronization
package import TiledJPEG

/// Keeps the pixels of one composition's tiles in a temporary file, so that sheets can be encoded from them later.
///
/// A film has several hundred tiles of 100 KB: too much for memory if several films are composed at a time. Pixels are
/// dropped if the file is full or cannot be written.
package final class KeptPixels: Sendable {
    /// A tile by its position in the storyboard and its size, which is different for each width.
    private struct Key: Hashable {
        let tile: Int
        let size: PixelSize
    }

    private struct Place {
        let offset: Int
        let counts: [Int]
        let chroma: ChromaSubsampling
    }

    private struct State {
        var file: UnlinkedFile?
        var bytes = 0
        var places: [Key: Place] = [:]
        /// Whether the file could not be made or written.
        var isBroken = false
    }

    /// Maximum size of the file, in bytes.
    private static let limit = 2 << 30

    private let folder: String
    private let state = Mutex(State())

    /// Creates an empty set of pixels. The first picture creates the file, in the system's temporary folder.
    package convenience init() { self.init(folder: FileManager.default.temporaryDirectory.path) }

    /// - Parameter folder: The folder of the temporary file.
    init(folder: String) { self.folder = folder }

    /// Keeps the pixels of a tile; replaces earlier pixels of the same tile and size.
    func keep(_ picture: PlanarPicture, ofTile tile: Int) {
        let bytes = picture.planes.reduce(into: []) { $0 += $1 }
        let reserved = state.withLock { state -> (UnlinkedFile, Int)? in
            guard !state.isBroken, bytes.count <= Self.limit - state.bytes else { return nil }
            if state.file == nil { state.file = UnlinkedFile(in: folder) }
            guard let file = state.file else {
                state.isBroken = true
                return nil
            }
            defer { state.bytes += bytes.count }
            return (file, state.bytes)
        }
        guard let (file, offset) = reserved else { return }
        let isWritten = file.write(bytes, at: offset)
        state.withLock { state in
            let key = Key(tile: tile, size: picture.size)
            if isWritten {
                state.places[key] = Place(offset: offset, counts: picture.planes.map(\.count), chroma: picture.chroma)
            } else {
                state.places[key] = nil
                state.isBroken = true
            }
        }
    }

    /// The pixels of a tile in a size; nil if they are not kept.
    package func picture(ofTile tile: Int, size: PixelSize) -> PlanarPicture? {
        let (place, file) = state.withLock { ($0.places[Key(tile: tile, size: size)], $0.file) }
        guard let place, let file,
            let bytes = file.read(place.offset..<place.offset + place.counts.reduce(0, +))
        else { return nil }
        var planes: [[UInt8]] = []
        var start = 0
        for count in place.counts {
            planes.append(Array(bytes[start..<start + count]))
            start += count
        }
        return try? PlanarPicture(size: size, planes: planes, chroma: place.chroma)
    }
}
