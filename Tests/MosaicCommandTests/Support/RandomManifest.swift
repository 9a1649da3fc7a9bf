import Seeded

/// A random manifest, and what each of its lines has to become.
struct RandomManifest {
    enum Fate {
        /// It is composed, or up to date.
        case done
        case failed
        /// It is blank and has no result.
        case blank
    }

    struct Line {
        /// Without its end.
        let bytes: [UInt8]
        let fate: Fate
        /// The storyboard that it names, also where it fails.
        let id: String?
    }

    let lines: [Line]

    private init(_ lines: [Line]) { self.lines = lines }

    /// About `count` lines over folders below `films`; some are blank, invalid, or repeated.
    init(of folders: [String], count: Int, _ random: inout SeededGenerator) {
        var lines: [Line] = []
        for number in 0..<count {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: lines.append(Line(bytes: Self.blanks.randomElement(using: &random) ?? [], fate: .blank, id: nil))
            case 1, 2: lines.append(Self.invalid(number, &random))
            case 3 where !lines.isEmpty: lines.append(lines.randomElement(using: &random) ?? lines[0])
            default: lines.append(Self.valid(number, folders.randomElement(using: &random) ?? "", &random))
            }
        }
        self.lines = lines
    }

    /// The lines with their ends; the last one has none.
    var bytes: [UInt8] { Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])) }

    /// The same lines in another order.
    func shuffled(_ random: inout SeededGenerator) -> RandomManifest { RandomManifest(lines.shuffled(using: &random)) }

    /// The manifest if its writer dies after `count` bytes.
    func cut(after count: Int) -> RandomManifest {
        var (kept, left): ([Line], Int) = ([], count)
        for line in lines where left >= 0 {
            let part = Array(line.bytes.prefix(left))
            left -= line.bytes.count + 1
            // Without blanks at its end a line means the same; any shorter part is no whole object.
            let isWhole = Self.trimmed(part) == Self.trimmed(line.bytes)
            let fate: Fate = isWhole ? line.fate : Self.trimmed(part).isEmpty ? .blank : .failed
            kept.append(Line(bytes: part, fate: fate, id: isWhole ? line.id : nil))
        }
        return RandomManifest(kept)
    }

    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.prefix((bytes.lastIndex { !" \t\r".utf8.contains($0) } ?? -1) + 1)
    }

    private static let blanks = ["", " ", "\r", "\t \r"].map { Array($0.utf8) }

    private static func valid(_ number: Int, _ folder: String, _ random: inout SeededGenerator) -> Line {
        let id = "film\(number)"
        let fields = [
            #""id": "\#(id)""#, #""source": "films/\#(folder)""#,
            [#""title": "Zwölf \"Monkeys\" 🐒""#, #""title":null"#, #""duration_ms": 90000"#, #""unknown": [1, {}]"#]
                .randomElement(using: &random) ?? "",
        ].shuffled(using: &random)
        let end = ["", " ", "\r"].randomElement(using: &random) ?? ""
        return Line(bytes: Array("{\(fields.joined(separator: ","))}\(end)".utf8), fate: .done, id: id)
    }

    private static func invalid(_ number: Int, _ random: inout SeededGenerator) -> Line {
        let id = "bad\(number)"
        let kinds: [(text: String, id: String?)] = [
            ("nonsense", nil), ("[]", nil), ("null", nil), ("{", nil), (#"{"id": "../up", "source": "films/a"}"#, nil),
            (#"{"source": "films/a"}"#, nil), (#"{"id": "\#(id)"}"#, id), (#"{"id": "\#(id)", "source": 5}"#, id),
            (#"{"id": "\#(id)", "source": "films/nowhere"}"#, id),
            (#"{"id": "\#(id)", "source": "films/a", "output": "/dev/null/library"}"#, id),
        ]
        guard let kind = kinds.randomElement(using: &random), Int.random(in: 0..<8, using: &random) > 0 else {
            return Line(bytes: [0xFF, 0x00, 0x7B], fate: .failed, id: nil)
        }
        return Line(bytes: Array(kind.text.utf8), fate: .failed, id: kind.id)
    }
}
