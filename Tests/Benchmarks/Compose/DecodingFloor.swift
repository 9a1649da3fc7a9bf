import CJPEGOracle
import Foundation
import TiledJPEG

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The least that can be done with screenshots by libjpeg-turbo: read each file and decode it to planes at the DCT
/// scale that a tile needs, in memory that is used again.
final class DecodingFloor {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The DCT scale, 1, 2, 4 or 8 eighths.
    let eighths: Int32
    /// Of the file that was decoded last.
    private(set) var planes = CJPEGScaledPlanes()
    private let paths: [String]
    private var file: [UInt8]

    /// - Parameter tile: What the decoded picture has to cover.
    init(_ screenshots: BenchScreenshots, tile: PixelSize) {
        paths = screenshots.paths
        let size = screenshots.size
        eighths =
            [1, 2, 4].first {
                size.width * Int($0) / 8 >= tile.width && size.height * Int($0) / 8 >= tile.height
            } ?? 8
        file = [UInt8](repeating: 0, count: screenshots.bytes)
    }

    deinit { cjpegscaled_free(&planes) }

    /// Reads and decodes all files.
    func run() throws {
        for path in paths { try decode(path) }
    }

    /// Reads and decodes one file.
    func decode(_ path: String) throws {
        let count = try load(path)
        guard cjpegscaled_decode(file, count, eighths, &planes) == 1, planes.components == 3 else {
            throw Failure(description: "\(path) is no Y'CbCr JPEG that libjpeg decodes.")
        }
    }

    private func load(_ path: String) throws -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "\(path) cannot be opened.") }
        defer { close(descriptor) }
        let capacity = file.count
        let count = file.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, capacity) }
        guard count > 0 else { throw Failure(description: "\(path) cannot be read.") }
        return count
    }
}
