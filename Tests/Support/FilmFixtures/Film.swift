import Foundation
import MosaicFixtures

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A film that tests read; made when a test first asks for it, once for each run of the tests.
package struct Film: Sendable, CustomStringConvertible {
    /// The file's name.
    package let name: String
    private let make: @Sendable (_ path: String) throws -> Void

    /// - Parameter make: Writes the file; other films may be asked for.
    package init(_ name: String, _ make: @escaping @Sendable (_ path: String) throws -> Void) {
        self.name = name
        self.make = make
    }

    package var description: String { name }

    /// The path of the finished film.
    package func path() throws -> String { try MadeFilms.shared.path(of: self) }

    fileprivate func write(to path: String) throws { try make(path) }
}

extension Film {
    /// A film that ffmpeg writes; `inputs` come first, each after `-i`.
    static func ffmpeg(_ name: String, of inputs: Film..., options: [String]) -> Film {
        Film(name) { path in
            let inputs = try inputs.flatMap { ["-i", try $0.path()] }
            try FFmpeg.run(inputs + options, into: path)
        }
    }

    /// A film whose bytes are made of those of another.
    static func bytes(
        _ name: String, of film: Film, _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) -> Film {
        Film(name) { path in
            let bytes = try Array(Data(contentsOf: URL(filePath: film.path())))
            try Data(change(bytes)).write(to: URL(filePath: path))
        }
    }
}

/// The films of this run.
private final class MadeFilms: @unchecked Sendable {
    static let shared = MadeFilms()

    /// Guards what follows; recursive, because films are made of others.
    private let lock = NSRecursiveLock()
    private var made: [String: Result<String, any Error>] = [:]
    private var folder: TemporaryFolder?

    private init() {
        // A static object lives until the process ends without it.
        atexit { MadeFilms.shared.removeAll() }
    }

    func path(of film: Film) throws -> String {
        try lock.withLock {
            if let result = made[film.name] { return try result.get() }
            let result = Result {
                let folder = try folder ?? TemporaryFolder()
                self.folder = folder
                let path = folder.path(film.name)
                try film.write(to: path)
                return path
            }
            made[film.name] = result
            return try result.get()
        }
    }

    private func removeAll() {
        lock.withLock {
            made = [:]
            folder = nil
        }
    }
}
