import FilmRecords
import Raster

/// Counts the pictures of a film whose shape differs from that of the film, such as those of a turned call.
struct FilmShapes {
    /// How they are fitted into the film's shape.
    var framing: Framing
    private var others = 0

    init(framing: Framing = .crop) { self.framing = framing }

    /// Counts a picture that is shown.
    mutating func count(width: Int, height: Int, of request: FilmRequest) {
        if width != request.width || height != request.height { others += 1 }
    }

    /// A sentence with their number; none if all pictures have the film's shape.
    var remarks: [String] {
        guard others > 0 else { return [] }
        let pictures = others == 1 ? "1 picture has" : "\(others) pictures have"
        let fitted = framing == .pad ? "padded" : "cropped; --pad shows \(others == 1 ? "it" : "them") whole"
        return ["\(pictures) another shape than the film and \(others == 1 ? "is" : "are") \(fitted)."]
    }
}
