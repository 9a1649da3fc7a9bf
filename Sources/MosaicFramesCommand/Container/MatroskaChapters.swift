#if Film
    import FilmProtocol

    /// The chapters of a Matroska file. Libav leaves out those that are not in order, takes hidden ones, and of several titles
    /// the last.
    ///
    /// - SeeAlso: [RFC 9559, section 5.1.7](https://www.rfc-editor.org/rfc/rfc9559#section-5.1.7)
    struct MatroskaChapters {
        private static let identifier: UInt32 = 0x1043_A770
        /// Maximum length of all chapters, in bytes.
        private static let longest: Int64 = 4 << 20
        /// Maximum length of a language's tag, in characters.
        private static let longestLanguage = 100
        /// Elements before the first pictures, at most.
        private static let mostElements = 100

        /// The start in microseconds and the title of each, in order.
        let chapters: [FilmHeader.Chapter]

        /// Reads the chapters of a file; nil where there are none.
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

        /// The element's content, which is before the first pictures or named by the list of such elements there.
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

        /// The position of the chapters in a list of elements.
        private static func position(in list: [UInt8]) -> Int64? {
            EBMLElement.all(in: list[...]).map(\.children)
                .first { $0[id: 0x53AB]?.number == UInt64(identifier) }
                .flatMap { $0[id: 0x53AC] }.map { Int64(clamping: $0.number).bounded }
        }
    }
#endif
