import Synchronization

/// The program that reads films, which runs beside this one because a decoder that crashes must end nothing else.
package struct FilmProgram: Hashable, Sendable {
    /// Finds the program; nil where there is none.
    package typealias Search = @Sendable () -> FilmProgram?

    /// Its file's name.
    package static let name = "mosaic-frames"
    /// The exit status of a program that was built without libav: `EX_UNAVAILABLE` of sysexits.h.
    static let lacksDecoders: Int32 = 69

    private static let search = Mutex<Search?>(nil)

    /// The program's path.
    package let path: String

    package init(path: String) { self.path = path }

    /// Sets how all readers of films find the program; a tool calls it once.
    package static func find(by search: @escaping Search) { self.search.withLock { $0 = search } }

    /// The program of this process; `nil` if there is none, or if no tool set a search for it.
    package static var current: FilmProgram? { search.withLock { $0 }?() }
}

extension MosaicError {
    /// There is no program that reads films.
    static var noFilmProgram: MosaicError {
        MosaicError(
            .unavailable, FilmProgram.name,
            "Reading films takes this program, built with libav, beside mosaic; the package \(FilmProgram.name) "
                + "has it, and in the sources .ci/films builds it.")
    }
}
