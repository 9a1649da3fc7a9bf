/// Detects the end of a JPEG or PNG picture that arrives in parts; a truncated picture has no end. Bytes after the end
/// are ignored.
package struct PictureEnd: Sendable {
    private enum State {
        /// Before the first byte, which distinguishes the formats.
        case start
        /// Skipping bytes of a segment or chunk, with the state after them.
        case skipping(Int, Next)
        /// Searching for the next marker.
        case marker
        /// After 0xFF, which begins a marker; in a scan it may also be a data byte, followed by a stuffed zero.
        case code(inScan: Bool)
        /// Reading the two bytes of a segment's length; `first` is the first one if it was read. `isScan` is for the
        /// header of a scan.
        case length(first: UInt8?, isScan: Bool)
        /// The bytes of a scan.
        case scan
        /// The bytes read so far of a chunk's length and name.
        case chunk([UInt8])
        case end
    }

    private enum Next {
        case marker, scan, chunk, end
    }

    /// The sentence on a picture without its end.
    package static let absence = "The file ends before the end of the picture; it is cut off."

    private var state = State.start

    /// Whether the end was found.
    package var hasCome: Bool { if case .end = state { true } else { false } }

    /// Creates a detector before the first byte.
    package init() {}

    /// Whether a file has the end of its picture. Only JPEG and PNG are checked; true for any other format.
    package static func hasCome(in file: [UInt8], of format: ImageFormat) -> Bool {
        guard format == .jpeg || format == .png else { return true }
        var end = PictureEnd()
        end.append(file)
        return end.hasCome
    }

    /// Reads the next bytes. O(bytes).
    package mutating func append(_ bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        while let byte = rest.first {
            switch state {
            case .start: state = byte == 0xFF ? .marker : .skipping(Self.signatureLength, .chunk)
            case .skipping(let count, let next):
                let passed = min(count, rest.count)
                rest = rest.dropFirst(passed)
                state = passed < count ? .skipping(count - passed, next) : Self.state(next)
            case .marker: find(0xFF, in: &rest) { .code(inScan: false) }
            case .scan: find(0xFF, in: &rest) { .code(inScan: true) }
            case .code(let inScan):
                rest = rest.dropFirst()
                state = Self.state(behind: byte, inScan: inScan)
            case .length(let first, let isScan):
                rest = rest.dropFirst()
                guard let first else {
                    state = .length(first: byte, isScan: isScan)
                    continue
                }
                // The length counts its own two bytes.
                let count = max(0, (Int(first) << 8 | Int(byte)) - 2)
                let next = isScan ? Next.scan : .marker
                state = count == 0 ? Self.state(next) : .skipping(count, next)
            case .chunk(let header):
                rest = rest.dropFirst()
                state = Self.state(in: header + [byte])
            case .end: return
            }
        }
    }

    private mutating func find<Bytes: Collection<UInt8>>(
        _ byte: UInt8, in rest: inout Bytes, _ found: () -> State
    ) where Bytes.SubSequence == Bytes {
        guard let place = rest.firstIndex(of: byte) else {
            rest = rest[rest.endIndex...]
            return
        }
        rest = rest[rest.index(after: place)...]
        state = found()
    }

    private static func state(_ next: Next) -> State {
        switch next {
        case .marker: .marker
        case .scan: .scan
        case .chunk: .chunk([])
        case .end: .end
        }
    }

    /// The state after 0xFF and this byte: see [ITU-T T.81, B.1.1](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
    private static func state(behind code: UInt8, inScan: Bool) -> State {
        switch code {
        case 0xFF: .code(inScan: inScan)
        case 0xD9: .end
        // A stuffed byte, and standalone markers.
        case 0x00, 0x01, 0xD0...0xD8: inScan ? .scan : .marker
        default: .length(first: nil, isScan: code == 0xDA)
        }
    }

    /// The state after the beginning of a chunk: see [PNG, section 5.3](https://www.w3.org/TR/png-3/#5Chunk-layout).
    private static func state(in header: [UInt8]) -> State {
        guard header.count == 8 else { return .chunk(header) }
        let length = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
        return .skipping(length + checksumLength, header[4...].elementsEqual("IEND".utf8) ? .end : .chunk)
    }

    private static let signatureLength = 8
    private static let checksumLength = 4
}
