import Foundation
import Testing

/// A program of the system that the net uses.
enum InstalledProgram {
    static func url(_ names: String...) throws -> URL {
        let places = names.flatMap { name in
            ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
        }
        let found = places.first(where: FileManager.default.isExecutableFile(atPath:))
        return URL(filePath: try #require(found, "\(names.joined(separator: " or ")) is not installed"))
    }
}
