import FilmProtocol
import Raster
import TiledJPEG
import WebVTT

extension FilmSession {
    /// A request for frames, and the screenshots that they belong to.
    struct Plan: Sendable {
        private(set) var request: FilmRequest
        let chroma: ChromaSubsampling
        /// The screenshot of each requested frame; nil for one whose key frame must only not be used again.
        private(set) var screenshots: [Screenshot?]
        /// Whether the program crashed at the frame before the first one.
        private(set) var followsCrash = false

        /// - Parameter wanted: Screenshots in the order of their times.
        init(_ wanted: [Screenshot], of film: FilmProcess, for tiles: TileSettings) {
            let shown = PixelSize(width: film.header.width, height: film.header.height)
            let size = tiles.sourceSize(of: shown, longestSide: FilmRequest.longestSide)
            var frames: [FilmRequest.Frame] = []
            var screenshots: [Screenshot?] = []
            var last: Timestamp?
            for screenshot in wanted {
                guard let selection = screenshot.selection else { continue }
                if let previous = selection.previous, previous != last {
                    // Its tile is reused: the frame has to be another one all the same.
                    frames.append(selection.predecessor(at: previous))
                    screenshots.append(nil)
                }
                frames.append(selection.frame(at: screenshot.time))
                screenshots.append(screenshot)
                last = screenshot.time
            }
            request = FilmRequest(
                width: size.width, height: size.height, hasFullChroma: tiles.chroma == .yuv444,
                background: tiles.background.code, frames: frames)
            self.chroma = tiles.chroma
            self.screenshots = screenshots
        }

        /// The frames after one at which the program crashed, whose key frame is not requested again.
        func rest(after index: Int) -> Plan {
            var rest = self
            rest.request.frames.removeFirst(index + 1)
            rest.screenshots.removeFirst(index + 1)
            rest.followsCrash = true
            return rest
        }
    }
}

extension RGBColor {
    /// The color in the 24 bits of a request: red in the highest byte.
    fileprivate var code: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
