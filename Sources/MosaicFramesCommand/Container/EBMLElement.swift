#if Film
    /// An element of a Matroska file: an identifier, a length, and content.
    ///
    /// - SeeAlso: [RFC 8794, section 4](https://www.rfc-editor.org/rfc/rfc8794#section-4)
    struct EBMLElement {
        /// The head of an element.
        struct Head {
            /// Maximum length of a head, in bytes.
            static let longest = 12

            let id: UInt32
            /// Bytes of the head itself.
            let count: Int
            /// Bytes of the content; `nil` if the head leaves the size open.
            let length: Int64?

            /// Parses the head of an element; `nil` for other bytes.
            init?(_ bytes: ArraySlice<UInt8>) {
                guard let first = bytes.first, case let idBytes = first.leadingZeroBitCount + 1, idBytes <= 4,
                    bytes.count > idBytes, let number = Self.number(bytes.dropFirst(idBytes))
                else { return nil }
                id = bytes.prefix(idBytes).reduce(0) { $0 << 8 | UInt32($1) }
                count = idBytes + number.count
                length = number.value == Int64(1) << (7 * number.count) - 1 ? nil : number.value
            }

            /// A number of 1 to 8 bytes: leading zero bits of the first byte count those that follow it.
            private static func number(_ bytes: ArraySlice<UInt8>) -> (value: Int64, count: Int)? {
                guard let first = bytes.first, first != 0 else { return nil }
                let count = first.leadingZeroBitCount + 1
                guard bytes.count >= count else { return nil }
                return (bytes.prefix(count).reduce(0) { $0 << 8 | Int64($1) } ^ (Int64(1) << (7 * count)), count)
            }
        }

        let id: UInt32
        let content: ArraySlice<UInt8>

        /// The elements in some bytes, until one is damaged.
        static func all(in bytes: ArraySlice<UInt8>) -> [EBMLElement] {
            var (rest, elements) = (bytes, [EBMLElement]())
            while let head = Head(rest.prefix(Head.longest)), let length = head.length,
                length <= rest.count - head.count
            {
                rest = rest.dropFirst(head.count)
                elements.append(EBMLElement(id: head.id, content: rest.prefix(Int(length))))
                rest = rest.dropFirst(Int(length))
            }
            return elements
        }

        var children: [EBMLElement] { Self.all(in: content) }

        /// The content as text, which ends before a zero.
        var text: String { String(decoding: content.prefix { $0 != 0 }, as: UTF8.self) }

        /// The content as an unsigned number.
        var number: UInt64 { content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }

    extension [EBMLElement] {
        /// The first element with an identifier.
        subscript(id id: UInt32) -> EBMLElement? { first { $0.id == id } }
    }
#endif
