#if Film
    import FilmProtocol

    /// An element of a Matroska file: an identifier, a length, and content.
    ///
    /// - SeeAlso: [RFC 8794, section 4](https://www.rfc-editor.org/rfc/rfc8794#section-4)
    struct EBMLElement {
        /// The head of an element.
        struct Head {
            /// Maximum length of a head, in bytes.
            static let longest = 12

            let id: UInt32
            /// Length of the head itself, in bytes.
            let count: Int
            /// Length of the content, in bytes; `nil` if the head leaves it open.
            let length: Int64?

            /// Parses the head of an element; `nil` if the bytes are not one.
            init?(_ bytes: ArraySlice<UInt8>) {
                guard let first = bytes.first, case let idBytes = first.leadingZeroBitCount + 1, idBytes <= 4,
                    bytes.count > idBytes, let number = Self.number(bytes.dropFirst(idBytes))
                else { return nil }
                id = bytes.prefix(idBytes).reduce(0) { $0 << 8 | UInt32($1) }
                count = idBytes + number.count
                length = number.value == Int64(1) << (7 * number.count) - 1 ? nil : number.value
            }

            /// A number of 1 to 8 bytes. The number of leading zero bits in the first byte is the number of bytes that
            /// follow.
            private static func number(_ bytes: ArraySlice<UInt8>) -> (value: Int64, count: Int)? {
                guard let first = bytes.first, first != 0 else { return nil }
                let count = first.leadingZeroBitCount + 1
                guard bytes.count >= count else { return nil }
                return (bytes.prefix(count).reduce(0) { $0 << 8 | Int64($1) } ^ (Int64(1) << (7 * count)), count)
            }
        }

        let id: UInt32
        let content: ArraySlice<UInt8>

        /// The elements in some bytes, up to the first one that is damaged, cut off or without a length.
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

        /// The content as text, up to the first zero byte.
        var text: String { String(decoding: content.prefix { $0 != 0 }, as: UTF8.self) }

        /// The content as an unsigned number.
        var number: UInt64 { content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }

    extension [EBMLElement] {
        /// The first element with an identifier; nil without one.
        subscript(id id: UInt32) -> EBMLElement? { first { $0.id == id } }
    }

    /// The segment of a Matroska file: the second element, which holds the rest of the file. Libav does not report
    /// its length.
    struct MatroskaSegment {
        private static let identifier: UInt32 = 0x1853_8067

        /// Offset of the first byte of the content.
        let begin: Int64
        /// Offset after the content; `nil` if the length is unknown.
        let end: Int64?

        /// Parses the first bytes of a file; nil if they belong to another container.
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

    /// The chapters of a Matroska file. Libav leaves out chapters that are not in order, includes hidden ones, and
    /// takes the last of several titles.
    ///
    /// - SeeAlso: [RFC 9559, section 5.1.7](https://www.rfc-editor.org/rfc/rfc9559#section-5.1.7)
    struct MatroskaChapters {
        private static let identifier: UInt32 = 0x1043_A770
        /// Maximum length of all chapters, in bytes.
        private static let longest: Int64 = 4 << 20
        /// Maximum length of a language's tag, in characters.
        private static let longestLanguage = 100
        /// Maximum number of elements before the first pictures.
        private static let mostElements = 100

        /// The chapters, with starts in microseconds, in ascending order.
        let chapters: [FilmHeader.Chapter]

        /// Reads the chapters of a file; nil without chapters.
        init?(_ file: FilmFile) {
            guard let segment = MatroskaSegment(file.beginning(64)), let content = Self.content(file, segment) else {
                return nil
            }
            let editions = EBMLElement.all(in: content[...]).filter { $0.id == 0x45B9 }.map(\.children)
            let shown = editions.filter { $0[id: 0x45BD]?.number != 1 }
            guard let edition = shown.first(where: { $0[id: 0x45DB]?.number == 1 }) ?? shown.first else { return nil }
            chapters = edition.filter { $0.id == 0xB6 }.compactMap { Self.chapter($0.children) }
                .sorted { $0.start < $1.start }
        }

        private static func chapter(_ atom: [EBMLElement]) -> FilmHeader.Chapter? {
            let isHidden = atom[id: 0x98]?.number == 1 || atom[id: 0x4598]?.number == 0
            guard !isHidden, let start = atom[id: 0x91]?.number else { return nil }
            let titles = atom.filter { $0.id == 0x80 }.prefix(FilmHeader.mostTitles).compactMap { title($0.children) }
            // The first title is the one in the film's own language.
            return FilmHeader.Chapter(
                start: Int64(clamping: start / 1_000).bounded, title: titles.first?.text,
                titles: titles.count > 1 ? titles : nil)
        }

        private static func title(_ display: [EBMLElement]) -> FilmHeader.Title? {
            guard let text = display[id: 0x85]?.text else { return nil }
            let language = display[id: 0x437D]?.text ?? display[id: 0x437C]?.text ?? "eng"
            return FilmHeader.Title(language: String(language.prefix(Self.longestLanguage)), text: text)
        }

        /// The content of the chapters' element. The element comes before the first pictures, or a list there contains
        /// its position.
        private static func content(_ file: FilmFile, _ segment: MatroskaSegment) -> [UInt8]? {
            var position = segment.begin
            var listed: Int64?
            for _ in 0..<mostElements {
                guard let head = EBMLElement.Head(file.bytes(EBMLElement.Head.longest, at: position)[...]),
                    let length = head.length, length <= file.size - position
                else { break }
                let begin = position + Int64(head.count)
                if head.id == identifier { return length <= longest ? file.bytes(Int(length), at: begin) : nil }
                if head.id == 0x1F43_B675 { break }
                if head.id == 0x114D_9B74, length <= longest {
                    listed = Self.position(in: file.bytes(Int(length), at: begin)).map { segment.begin + $0 } ?? listed
                }
                position = begin + length
            }
            guard let listed, listed < file.size,
                let head = EBMLElement.Head(file.bytes(EBMLElement.Head.longest, at: listed)[...]),
                head.id == identifier,
                let length = head.length, length <= longest
            else { return nil }
            return file.bytes(Int(length), at: listed + Int64(head.count))
        }

        /// The position of the chapters' element, from a list of elements; nil without one.
        private static func position(in list: [UInt8]) -> Int64? {
            EBMLElement.all(in: list[...]).map(\.children)
                .first { $0[id: 0x53AB]?.number == UInt64(identifier) }
                .flatMap { $0[id: 0x53AC] }.map { Int64(clamping: $0.number).bounded }
        }
    }
#endif
