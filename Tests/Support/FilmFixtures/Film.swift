import Foundation

/// A film that tests read; made when a test first asks for it, and kept in `.build/films` until a recipe changes.
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

    /// A copy that ffmpeg reads with options.
    static func ffmpeg(_ name: String, options: [String], of input: Film, with output: [String]) -> Film {
        Film(name) { try FFmpeg.run(options + ["-i", input.path()] + output, into: $0) }
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

/// The films that this run has asked for.
private final class MadeFilms: Sendable {
    static let shared = MadeFilms()

    /// Guards the results; recursive, because films are made from other films.
    private let lock = NSRecursiveLock()
    nonisolated(unsafe) private var made: [String: Result<String, any Error>] = [:]

    func path(of film: Film) throws -> String {
        try lock.withLock {
            if let result = made[film.name] { return try result.get() }
            let result = Result { try FilmStore.shared.get().path(of: film.name) { try film.write(to: $0) } }
            made[film.name] = result
            return try result.get()
        }
    }
}
