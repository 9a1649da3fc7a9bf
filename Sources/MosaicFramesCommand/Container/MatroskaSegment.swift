#if Film
    /// The element that holds all of a Matroska file behind its first: libav does not tell how long it is.
    struct MatroskaSegment {
        private static let identifier: UInt32 = 0x1853_8067

        /// The first byte of its content.
        let begin: Int64
        /// The byte behind it; nil where the length is not told.
        let end: Int64?

        /// Reads the first bytes of a file; nil where they are of another container.
        init?(_ beginning: [UInt8]) {
            guard beginning.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), let first = EBMLElement.Head(beginning[...]),
                case let rest = beginning.dropFirst(first.count + Int(clamping: first.length ?? 0)),
                let head = EBMLElement.Head(rest), head.id == Self.identifier
            else { return nil }
            let begin = Int64(rest.startIndex + head.count)
            self.begin = begin
            end = head.length.map { begin + $0 }
        }
    }
#endif
