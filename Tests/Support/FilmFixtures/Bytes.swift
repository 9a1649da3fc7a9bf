import Foundation

/// Files as bytes.
enum Bytes {
    static func of(_ film: Film) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: film.path()))) }

    static func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
