import Foundation

/// Files as bytes.
enum Bytes {
    struct Missing: Error { let name: String }

    static func of(_ film: Film) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: film.path()))) }

    static func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    /// The first or last position of some bytes; nil where they are missing.
    static func position(of part: some Collection<UInt8>, in file: [UInt8], last: Bool = false) -> Int? {
        Data(file).range(of: Data(part), options: last ? .backwards : [])?.lowerBound
    }

    static func position(of text: String, in file: [UInt8], last: Bool = false) -> Int? {
        position(of: Array(text.utf8), in: file, last: last)
    }
}
