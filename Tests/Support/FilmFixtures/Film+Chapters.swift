extension Film {
    /// Chapters of which one is hidden, one is disabled, and two are not in order; the first has two titles.
    package static let chaptersInDisorder = bytes("chapters.mkv", of: withChapter) {
        try MatroskaElement.replacing(disorder, in: $0)
    }
    /// The same behind the pictures, where a list of elements at the begin names them.
    package static let chaptersAtEnd = bytes("chapters_end.mkv", of: hevcCRAInMatroska) {
        try MatroskaElement.adding(disorder, to: $0)
    }

    private static var disorder: MatroskaElement {
        MatroskaElement(
            [0x10, 0x43, 0xA7, 0x70],
            MatroskaElement(
                [0x45, 0xB9],
                chapter(at: 12, titles: ["Third", "Drittes"], languages: ["eng", "ger"]),
                chapter(at: 2, titles: ["Second"]),
                chapter(at: 3, titles: ["Hidden"], MatroskaElement([0x98], [1])),
                chapter(at: 4, titles: ["Disabled"], MatroskaElement([0x45, 0x98], [0])),
                chapter(at: 0, titles: ["First"])
            ))
    }

    /// Three editions in WebM: one that is hidden, one of ordered chapters, and the default one.
    package static let chaptersInEditions = bytes("editions.webm", of: withChapterInWebM) { file in
        let editions = [
            edition(flag: 0xBD, chapter(at: 5, titles: ["Hidden"])),
            edition(flag: 0xDD, chapter(at: 6, titles: ["Ordered"])),
            edition(flag: 0xDB, chapter(at: 9, titles: ["Two"]), chapter(at: 1, titles: ["One"])),
        ]
        return try MatroskaElement.replacing(MatroskaElement([0x10, 0x43, 0xA7, 0x70], editions), in: file)
    }

    /// - Parameter flag: The second byte of the identifier of a flag that is set.
    private static func edition(flag: UInt8, _ chapters: MatroskaElement...) -> MatroskaElement {
        MatroskaElement([0x45, 0xB9], [MatroskaElement([0x45, flag], [1])] + chapters)
    }

    /// One chapter whose title is long enough to make room for others.
    private static let withChapter = withChapter("chapter.mkv", closed)
    private static let withChapterInWebM = withChapter("chapter.webm", vp9)

    private static func withChapter(_ name: String, _ film: Film) -> Film {
        Film(name) { path in
            let title = String(repeating: "-", count: 600)
            let metadata = Film("chapter.txt") {
                try Bytes.write(
                    Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=20\ntitle=\(title)\n".utf8), to: $0)
            }
            try FFmpeg.run(
                [
                    "-i", film.path(), "-f", "ffmetadata", "-i", metadata.path(), "-map", "0", "-map_chapters", "1",
                    "-c",
                    "copy",
                ],
                into: path)
        }
    }

    private static func chapter(
        at second: UInt64, titles: [String], languages: [String] = [], _ flags: MatroskaElement...
    ) -> MatroskaElement {
        let time = second * 1_000_000_000
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
        let displays = titles.enumerated().map { index, title in
            let language = languages.dropFirst(index).first.map { MatroskaElement([0x43, 0x7C], Array($0.utf8)) }
            return MatroskaElement([0x80], [MatroskaElement([0x85], Array(title.utf8)), language].compactMap(\.self))
        }
        let number = MatroskaElement([0x73, 0xC4], [UInt8(truncatingIfNeeded: second) + 1])
        return MatroskaElement([0xB6], [number, MatroskaElement([0x91], bytes)] + flags + displays)
    }
}

/// The bytes of an element of a Matroska file.
struct MatroskaElement {
    let identifier: [UInt8]
    let bytes: [UInt8]

    init(_ identifier: [UInt8], _ content: [UInt8]) {
        self.identifier = identifier
        let size = UInt32(content.count) | 0x1000_0000
        bytes = identifier + (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + content
    }

    init(_ identifier: [UInt8], _ children: [MatroskaElement]) { self.init(identifier, children.flatMap(\.bytes)) }

    init(_ identifier: [UInt8], _ children: MatroskaElement...) { self.init(identifier, children) }

    /// Writes an element over a longer one with its identifier, and a Void element behind it.
    static func replacing(_ element: MatroskaElement, in file: [UInt8]) throws -> [UInt8] {
        var file = file
        let count = element.identifier.count
        // The list of elements at the begin holds the identifier, too.
        guard let start = Bytes.position(of: element.identifier, in: file, last: true) else {
            throw Bytes.Missing(name: "element")
        }
        // ffmpeg gives lengths that it does not know beforehand 8 bytes, and others as few as hold them.
        let sizeBytes = file[start + count].leadingZeroBitCount + 1
        let size =
            file[start + count..<start + count + sizeBytes].reduce(0) { $0 << 8 | Int($1) } ^ 1 << (7 * sizeBytes)
        let rest = count + sizeBytes + size - element.bytes.count
        guard rest > 5 else { throw Bytes.Missing(name: "room") }
        let void = MatroskaElement([0xEC], [UInt8](repeating: 0, count: rest - 5))
        file.replaceSubrange(start..<start + count + sizeBytes + size, with: element.bytes + void.bytes)
        return file
    }

    /// Writes an element behind all others, and a list of elements that names it and the cues.
    static func adding(_ element: MatroskaElement, to file: [UInt8]) throws -> [UInt8] {
        let cues: [UInt8] = [0x1C, 0x53, 0xBB, 0x6B]
        guard let segment = Bytes.position(of: [0x18, 0x53, 0x80, 0x67], in: file),
            let listed = Bytes.position(of: cues, in: file, last: true)
        else { throw Bytes.Missing(name: "Cues") }
        let entries = [(element.identifier, file.count), (cues, listed)].map { identifier, position in
            let offset = UInt32(position - segment - 12)
            return MatroskaElement(
                [0x4D, 0xBB], MatroskaElement([0x53, 0xAB], identifier),
                MatroskaElement([0x53, 0xAC], (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) }))
        }
        let list = MatroskaElement([0x11, 0x4D, 0x9B, 0x74], entries)
        return ended(try replacing(list, in: file) + element.bytes, segment: segment)
    }

    /// Lets the segment, the length of which has 8 bytes, end with the file.
    static func ended(_ file: [UInt8], segment: Int) -> [UInt8] {
        var file = file
        let length = file.count - segment - 12
        for byte in 1..<8 { file[segment + 4 + byte] = UInt8(truncatingIfNeeded: length >> (56 - 8 * byte)) }
        return file
    }
}
