import Foundation
import Testing

extension Scene {
    /// Writes down which files a folder holds, and the checksums of those that are the same in every run.
    func files(in folder: String, where isShown: (String) -> Bool = { _ in true }) throws {
        // What a database keeps beside its file comes and goes with whoever has it open.
        let names = try workplace.files(below: folder).filter { name in
            !name.hasSuffix("sqlite-wal") && !name.hasSuffix("sqlite-shm") && isShown(name)
        }
        let summed = names.filter { Self.kind($0) == nil }
        let sums = try Checksums.values(of: summed, in: workplace.path(folder))
        let bytes = Dictionary(uniqueKeysWithValues: zip(summed, sums))
        write("")
        write("files in \(folder)")
        for name in names { write("  \(normalizer.text(name))  \(Self.kind(name) ?? bytes[name] ?? "")") }
    }

    /// Kind of a file that differs from run to run, or holds prose; `nil` for other files.
    private static func kind(_ name: String) -> String? {
        if name.hasSuffix(".json") { return "json" }
        if name.hasSuffix(".html") { return "page" }
        if name.hasSuffix(".sqlite") { return "catalog" }
        return name.hasSuffix(".mosaic-reserve") ? "reserve" : nil
    }

    /// Writes down a document, or only some of its members.
    func document(_ name: String, members: [String]? = nil) throws {
        write("")
        let bytes = try workplace.read(name)
        guard let members else { return write("\(name) " + (try normalizer.json(bytes))) }
        let all = try JSONValue(parsing: bytes).members
        let part = JSONValue.object(all.filter { members.contains($0.key) })
        write("of \(name) " + (try normalizer.json(Data(part.description.utf8))))
    }

    /// Writes down a file of JSON lines, sorted.
    func lines(of name: String) throws {
        write("")
        write(name)
        let lines = try workplace.read(name).split(separator: UInt8(ascii: "\n"))
        for line in try lines.map(normalizer.line).sorted() { write("  " + line) }
    }

    /// Writes down a text, character by character.
    func text(_ name: String) throws {
        write("")
        write(name)
        write(Self.indented(normalizer.text(try workplace.text(name))))
    }
}
