#if Film
    /// The segment of a Matroska file: the second element, which holds the rest of the file. Libav does not report
    /// its length.
    struct MatroskaSegment {
        private static let identifier: UInt32 = 0x1853_8067

        /// The first byte of its content.
        let begin: Int64
        /// The byte after the content; `nil` if the length is unknown.
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
