#if Film
    /// The element that holds all of a Matroska file behind its first: libav does not tell how long it is.
    ///
    /// - SeeAlso: [RFC 8794, section 4](https://www.rfc-editor.org/rfc/rfc8794#section-4)
    struct MatroskaSegment {
        /// The byte behind it.
        let end: Int64

        /// Reads the first bytes of a file; nil where they are of another container, or the length is not told.
        init?(_ beginning: [UInt8]) {
            guard beginning.starts(with: [0x1A, 0x45, 0xDF, 0xA3]),
                let head = Self.number(beginning[4...]),
                case let segment = beginning.dropFirst(4 + head.count + Int(clamping: head.value)),
                segment.starts(with: [0x18, 0x53, 0x80, 0x67]),
                let length = Self.number(segment.dropFirst(4)), !length.isUnknown
            else { return nil }
            end = Int64(segment.startIndex + 4 + length.count) + length.value
        }

        /// A length of 1 to 8 bytes: leading zero bits of the first byte count those that follow it.
        private static func number(_ bytes: ArraySlice<UInt8>) -> (value: Int64, count: Int, isUnknown: Bool)? {
            guard let first = bytes.first, first != 0 else { return nil }
            let count = first.leadingZeroBitCount + 1
            guard bytes.count >= count else { return nil }
            let value = bytes.prefix(count).reduce(0) { $0 << 8 | Int64($1) } ^ (Int64(1) << (7 * count))
            return (value, count, value == Int64(1) << (7 * count) - 1)
        }
    }
#endif
