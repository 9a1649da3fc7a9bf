package import FilmProtocol
import Raster
package import TiledJPEG
package import WebVTT

/// Frames of a film at given times, each as a JPEG: upright, with square pixels, in the standard dynamic range.
package struct FilmStills {
    /// The frame for one time.
    package struct Still: Sendable {
        /// The requested time.
        package let time: Timestamp
        /// The time at which the frame begins; the requested time if there is no frame.
        package let frameTime: Timestamp
        /// The result for the requested time.
        package let outcome: FilmPicture.Outcome
        /// The picture; nil without a frame.
        package let jpeg: [UInt8]?

        /// A sentence on why the picture is missing; empty if there is a picture.
        package var reason: String {
            switch outcome {
            case .shown, .damaged, .same: ""
            case .afterEnd: "The film has no frame at this time or later."
            case .cutOff: "The file ends before this time although the film goes on."
            case .undecodable: "No frame can be decoded there."
            }
        }
    }

    /// The size of each picture, in pixels.
    package let size: PixelSize
    private let film: FilmProcess
    private let request: FilmRequest
    private var shapes = FilmShapes()
    private let maker: TileMaker
    private var planes: [UInt8] = []
    private var last: [UInt8]?

    /// Requests frames.
    ///
    /// - Parameters:
    ///   - times: The times, in ascending order.
    ///   - width: Width of the pictures in pixels, at most the film's; nil for the film's. The height follows.
    ///   - quality: JPEG quality, 1...100.
    /// - Throws: `invalidSettings`, `limitExceeded`, `unavailable`, `CancellationError`.
    package init(of film: FilmProcess, at times: [Timestamp], width: Int? = nil, quality: Int = 90) async throws {
        size = film.header.size(fitting: width)
        self.film = film
        let chroma = ChromaSubsampling.yuv420
        do throws(ImageError) {
            maker = try TileMaker(
                settings: TileSettings(
                    tileSize: size, cellSize: size.roundedUp(toMultipleOf: chroma.mcuSize),
                    codec: .jpeg(quality: quality, chroma: chroma), framing: .pad))
        } catch {
            throw MosaicError(stills: error, of: film.name)
        }
        request = FilmRequest(
            width: size.width, height: size.height,
            frames: times.map { FilmRequest.Frame(time: $0.microseconds, choice: .exact) })
        try await film.begin(request)
    }

    /// The next frame, in the order of the times; nil after the last one.
    ///
    /// - Throws: `malformed`, `limitExceeded`, `unavailable`, `CancellationError`.
    package mutating func next() async throws -> Still? {
        let memory = planes
        planes = []
        guard let picture = try await film.next(reusing: memory) else { return nil }
        if picture.outcome.hasPlanes { last = try encoded(picture) }
        if picture.outcome.isShown { shapes.count(width: picture.width, height: picture.height, of: request) }
        planes = picture.planes
        return Still(
            time: Timestamp(microseconds: picture.wanted), frameTime: Timestamp(microseconds: picture.time),
            outcome: picture.outcome, jpeg: picture.outcome.isShown ? last : nil)
    }

    /// Remarks for the user on the pictures that were read.
    package var remarks: [String] { shapes.remarks }

    private func encoded(_ picture: FilmPicture) throws -> [UInt8] {
        let shape = PixelSize(width: picture.width, height: picture.height)
        do throws(ImageError) {
            return try maker.makeTile(from: PlanarPicture(size: shape, samples: picture.planes, chroma: .yuv420)).bytes
        } catch {
            throw MosaicError(stills: error, of: film.name)
        }
    }
}

extension FilmHeader {
    /// The size of pictures of a wanted width, at most the film's; nil for the film's.
    fileprivate func size(fitting wanted: Int?) -> PixelSize {
        let width = min(wanted ?? self.width, self.width)
        return PixelSize(width: width, height: max(1, (height * width * 2 + self.width) / (2 * self.width)))
    }
}

extension MosaicError {
    /// Creates the error for a picture that cannot be encoded.
    fileprivate init(stills error: ImageError, of film: String) {
        let code: Code =
            switch error.code {
            case .invalidSettings: .invalidSettings
            case .limitExceeded: .limitExceeded
            default: .unavailable
            }
        self.init(code, code == .invalidSettings ? error.subject : film, error.reason)
    }
}
