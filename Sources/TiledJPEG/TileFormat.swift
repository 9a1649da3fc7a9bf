/// The format that the tiles of one sheet share: all that a decoder needs except the size of the picture.
///
/// Tables are compared by component. The comparison ignores the order of segments, comments, unused tables and the
/// numbers of tables.
public struct TileFormat: Hashable, Sendable {
    /// One component with the tables that it uses.
    struct Component: Hashable, Sendable {
        let id: UInt8
        let horizontal: Int
        let vertical: Int
        let quantizer: [UInt16]
        let dcTable: JPEGHuffmanTable
        let acTable: JPEGHuffmanTable
    }

    let process: JPEGMarker
    let components: [Component]
    let colorModel: ColorModel
    let orientation: ImageOrientation
    /// Size of an MCU, in pixels.
    public let mcuSize: PixelSize
    /// The number of MCUs between two restart markers, 1...65 535; it divides the number of MCUs in a row.
    public let restartInterval: Int

    /// Size of a restart interval, in pixels.
    public var intervalSize: PixelSize {
        PixelSize(width: mcuSize.width * restartInterval, height: mcuSize.height)
    }

    /// Creates the format of a picture with Huffman coding, 8 bits, restart intervals and all components in its first
    /// scan.
    ///
    /// - Throws: `notTiled` for other pictures; `malformed` if a table is missing or an MCU has more than 10 blocks.
    init(_ header: JPEGHeader) throws(TiledJPEGError) {
        let frame = header.frame
        let scan = header.scan
        guard [.baselineFrame, .extendedFrame].contains(frame.marker), frame.precision == 8 else {
            throw TiledJPEGError(
                .notTiled, "\(frame.marker)",
                "Only baseline pictures of 8 bits can be tiled, not process \(frame.marker) with "
                    + "\(frame.precision) bits.")
        }
        guard scan.components.map(\.index) == Array(frame.components.indices), scan.band == 0...63,
            scan.successiveHigh == 0, scan.successiveLow == 0
        else {
            throw TiledJPEGError(
                .notTiled, "\(JPEGMarker.startOfScan)",
                "The first scan holds \(scan.components.count) of \(frame.components.count) components and "
                    + "coefficients \(scan.band.lowerBound) to \(scan.band.upperBound), not all of them in order.")
        }
        let blocks = frame.components.reduce(0) { $0 + $1.horizontal * $1.vertical }
        guard blocks <= 10 || frame.components.count == 1 else {
            throw TiledJPEGError(.malformed, "\(frame.marker)", "An MCU of \(blocks) blocks is more than 10.")
        }
        guard header.restartInterval > 0 else {
            throw TiledJPEGError(.notTiled, "\(JPEGMarker.restartInterval)", "The picture has no restart intervals.")
        }
        var components: [Component] = []
        for (component, coded) in zip(frame.components, scan.components) {
            guard let quantizer = header.quantizers[component.quantizer],
                let dcTable = header.dcTables[coded.dcTable], let acTable = header.acTables[coded.acTable]
            else {
                throw TiledJPEGError(
                    .malformed, "component \(component.id)",
                    "Quantization table \(component.quantizer), DC table \(coded.dcTable) or AC table "
                        + "\(coded.acTable) is not defined.")
            }
            components.append(
                Component(
                    id: component.id, horizontal: component.horizontal, vertical: component.vertical,
                    quantizer: quantizer.values, dcTable: dcTable, acTable: acTable))
        }
        process = frame.marker
        self.components = components
        colorModel = ColorModel(header)
        orientation = header.orientation
        mcuSize = frame.mcuSize
        restartInterval = header.restartInterval
    }
}

/// The color model of a picture's components, by the rules of libjpeg.
enum ColorModel: String, Sendable {
    case gray, rgb = "RGB", luminanceChrominance = "Y'CbCr", cmyk = "CMYK", invertedCMYK = "inverted CMYK"
    case luminanceChrominanceBlack = "YCCK", unknown

    /// Chooses the model. With three components, a JFIF segment means Y'CbCr, an Adobe segment states the transform,
    /// and without both, the component identifiers decide. With four components, only an Adobe segment matters.
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

extension TileFormat {
    /// The first difference between this format and `other`, such as `restart interval is 8 MCUs, not 16`; nil if they
    /// are equal.
    public func firstDifference(from other: TileFormat) -> String? {
        if process != other.process { return "coding process is \(process), not \(other.process)" }
        if components.count != other.components.count {
            return "number of components is \(components.count), not \(other.components.count)"
        }
        for (own, theirs) in zip(components, other.components) where own.id != theirs.id {
            return "component identifier is \(own.id), not \(theirs.id)"
        }
        for (own, theirs) in zip(components, other.components) {
            let factors = "\(own.horizontal)x\(own.vertical)"
            let expected = "\(theirs.horizontal)x\(theirs.vertical)"
            if factors != expected { return "sampling of component \(own.id) is \(factors), not \(expected)" }
        }
        if colorModel != other.colorModel {
            return "color model is \(colorModel.rawValue), not \(other.colorModel.rawValue)"
        }
        if orientation != other.orientation { return "orientation is \(orientation), not \(other.orientation)" }
        if restartInterval != other.restartInterval {
            return "restart interval is \(restartInterval) MCUs, not \(other.restartInterval)"
        }
        for (own, theirs) in zip(components, other.components) {
            if let difference = own.firstTableDifference(from: theirs) { return difference }
        }
        return nil
    }
}

extension TileFormat.Component {
    fileprivate func firstTableDifference(from other: Self) -> String? {
        if let place = zip(quantizer, other.quantizer).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "quantization table of component \(id) has \(quantizer[place]) at place \(place), "
                + "not \(other.quantizer[place])"
        }
        if dcTable != other.dcTable { return "DC Huffman table of component \(id) is not the same" }
        if acTable != other.acTable { return "AC Huffman table of component \(id) is not the same" }
        return nil
    }
}
