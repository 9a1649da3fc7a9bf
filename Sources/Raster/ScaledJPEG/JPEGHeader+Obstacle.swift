// The idea: accept only files that libjpeg decodes without a warning, and of these only the common kinds. libjpeg
// decodes a refused file as a whole, so a refusal costs time but never a picture.

import TiledJPEG

extension JPEGHeader {
    /// The reason in the header why this module cannot decode the file; nil for a supported header. `ScanPlan` also
    /// checks the tables and the scan.
    func obstacle(in bytes: [UInt8]) -> ImageError? {
        frameObstacle ?? scanObstacle ?? segmentObstacle(in: bytes)
    }

    private var frameObstacle: ImageError? {
        func unsupported(_ reason: String) -> ImageError { ImageError(.unsupported, "frame", reason) }
        guard frame.marker == .baselineFrame || frame.marker == .extendedFrame else {
            return unsupported("The coding process \(frame.marker) is not sequential Huffman coding.")
        }
        guard frame.precision == 8 else { return unsupported("Samples have \(frame.precision) bits.") }
        guard frame.size.width <= 65_500, frame.size.height <= 65_500 else {
            return unsupported("\(frame.size) exceeds 65500 pixels.")
        }
        guard frame.components.count == 1 || frame.components.count == 3 else {
            return unsupported("The picture has \(frame.components.count) components.")
        }
        guard frame.components.allSatisfy({ $0.horizontal <= 2 && $0.vertical <= 2 }) else {
            return unsupported("A sampling factor is larger than 2.")
        }
        return nil
    }

    private var scanObstacle: ImageError? {
        guard scan.components.map(\.index) == Array(frame.components.indices) else {
            return ImageError(.unsupported, "scan", "The first scan does not hold all components in order.")
        }
        guard scan.band == 0...63, scan.successiveHigh == 0, scan.successiveLow == 0 else {
            return ImageError(.malformed, "scan", "The scan of a sequential picture is not complete.")
        }
        return nil
    }

    /// Checks for segments that libjpeg warns of, and reads the segments that define the color space of the components.
    private func segmentObstacle(in bytes: [UInt8]) -> ImageError? {
        var isKnownYCbCr = frame.components.count == 1
        for segment in segments {
            let payload = bytes[segment.payload]
            switch segment.marker {
            case .application(0) where payload.starts(with: Array("JFIF\0".utf8)):
                // The major version is the byte after the identifier.
                guard payload.count >= 14, payload[payload.startIndex + 5] == 1 else {
                    return ImageError(.unsupported, segment.subject, "The JFIF version is not 1.")
                }
                isKnownYCbCr = true
            case .quantizationTables, .huffmanTables, .restartInterval, .startOfScan, .comment:
                continue
            case let marker where marker.isApplication || marker.isFrame:
                continue
            default:
                return ImageError(.unsupported, segment.subject, "The segment is out of the ordinary.")
            }
        }
        if let adobeTransform {
            guard frame.components.count == 1 || adobeTransform == 1 else {
                return ImageError(.unsupported, "color", "The Adobe color transform is \(adobeTransform).")
            }
            isKnownYCbCr = true
        }
        guard isKnownYCbCr || frame.components.map(\.id) != Array("RGB".utf8) else {
            return ImageError(.unsupported, "color", "The components are red, green and blue.")
        }
        return nil
    }
}

extension JPEGMarker {
    fileprivate static var comment: JPEGMarker { JPEGMarker(rawValue: 0xFE) }
    fileprivate var isApplication: Bool { rawValue & 0xF0 == 0xE0 }
}
