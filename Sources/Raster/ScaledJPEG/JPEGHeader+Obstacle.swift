// The idea: accept only what libjpeg decodes without a warning, and of that only the everyday kind. A file that is
// refused here is decoded by libjpeg as a whole, so a refusal costs time and never a picture.

import TiledJPEG

extension JPEGHeader {
    /// The reason why this module cannot decode the file; nil if it can.
    func obstacle(in bytes: [UInt8]) -> ScaledJPEGError? {
        frameObstacle ?? scanObstacle ?? segmentObstacle(in: bytes)
    }

    private var frameObstacle: ScaledJPEGError? {
        func unsupported(_ reason: String) -> ScaledJPEGError { ScaledJPEGError(.unsupported, "frame", reason) }
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

    private var scanObstacle: ScaledJPEGError? {
        guard scan.components.map(\.index) == Array(frame.components.indices) else {
            return ScaledJPEGError(.unsupported, "scan", "The first scan does not hold all components in order.")
        }
        guard scan.band == 0...63, scan.successiveHigh == 0, scan.successiveLow == 0 else {
            return ScaledJPEGError(.malformed, "scan", "The scan of a sequential picture is not complete.")
        }
        return nil
    }

    /// Checks the segments that libjpeg warns of, and those that define the meaning of the components.
    private func segmentObstacle(in bytes: [UInt8]) -> ScaledJPEGError? {
        var isKnownYCbCr = frame.components.count == 1
        for segment in segments {
            let payload = bytes[segment.payload]
            switch segment.marker {
            case .application(0) where payload.starts(with: Array("JFIF\0".utf8)):
                // The major version is the byte after the identifier.
                guard payload.count >= 14, payload[payload.startIndex + 5] == 1 else {
                    return ScaledJPEGError(.unsupported, segment.subject, "The JFIF version is not 1.")
                }
                isKnownYCbCr = true
            case .quantizationTables, .huffmanTables, .restartInterval, .startOfScan, .comment:
                continue
            case let marker where marker.isApplication || marker.isFrame:
                continue
            default:
                return ScaledJPEGError(.unsupported, segment.subject, "The segment is out of the ordinary.")
            }
        }
        if let adobeTransform {
            guard frame.components.count == 1 || adobeTransform == 1 else {
                return ScaledJPEGError(.unsupported, "color", "The Adobe color transform is \(adobeTransform).")
            }
            isKnownYCbCr = true
        }
        guard isKnownYCbCr || frame.components.map(\.id) != Array("RGB".utf8) else {
            return ScaledJPEGError(.unsupported, "color", "The components are red, green and blue.")
        }
        return nil
    }
}

extension JPEGMarker {
    fileprivate static var comment: JPEGMarker { JPEGMarker(rawValue: 0xFE) }
    fileprivate var isApplication: Bool { rawValue & 0xF0 == 0xE0 }
}

/// Why a JPEG is left to the general decoder.
public struct ScaledJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case unsupported, malformed }
        package let kind: Kind

        /// Legal, and not something that this module decodes.
        public static let unsupported = Code(kind: .unsupported)
        /// The bytes contradict the format's rules; another decoder may forgive it.
        public static let malformed = Code(kind: .malformed)
    }

    /// The kind of obstacle.
    public let code: Code
    /// The part of the file at fault.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    static let notStarted = ScaledJPEGError(.unsupported, "JPEG", "The file was not looked at.")

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
