import FilmProtocol

/// Counts the pictures of a film whose shape differs from that of the film, such as those of a turned call. Each is shown
/// whole, padded as players do.
struct FilmShapes {
    private var others = 0

    /// Counts a picture that is shown.
    ///
    /// - Returns: Whether its shape is another than the film's.
    @discardableResult
    mutating func count(width: Int, height: Int, of request: FilmRequest) -> Bool {
        let isOther = width != request.width || height != request.height
        if isOther { others += 1 }
        return isOther
    }

    /// A sentence with their number; none if all pictures have the film's shape.
    var remarks: [String] {
        switch others {
        case 0: []
        case 1: ["1 picture has another shape than the film and is padded."]
        default: ["\(others) pictures have another shape than the film and are padded."]
        }
    }
}
