import ImageHeaders

/// What decoders take a picture's components for, by the rules that libjpeg follows.
enum ColorModel: String, Sendable {
    case gray, rgb = "RGB", luminanceChrominance = "Y'CbCr", cmyk = "CMYK", invertedCMYK = "inverted CMYK"
    case luminanceChrominanceBlack = "YCCK", unknown

    /// A JFIF segment means Y'CbCr, an Adobe segment names the transform, and the identifiers decide without both.
    init(_ header: JPEGHeader) {
        let ids = header.frame.components.map(\.id)
        switch (ids.count, header.adobeTransform) {
        case (1, _): self = .gray
        case (3, _) where header.hasJFIF: self = .luminanceChrominance
        case (3, 0): self = .rgb
        case (3, nil) where ids == Array("RGB".utf8): self = .rgb
        case (3, _): self = .luminanceChrominance
        case (4, nil): self = .cmyk
        case (4, 2): self = .luminanceChrominanceBlack
        case (4, _): self = .invertedCMYK
        default: self = .unknown
        }
    }
}
