import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem

/// The films whose thumbnails are complete, with the versions of all files concerned, so that a run over unchanged
/// films reads no file but this list.
///
/// The list saves time and decides nothing: a film that is not in it is examined.
struct PublishedFilms: Sendable {
    /// A film of the list.
    private struct Film: Sendable {
        let id: StoryboardID
        /// A hash of ``versions(of:_:)``.
        let versions: ContentHash
        /// The storyboard's and the servers' files and folders.
        let paths: [String]
    }

    /// The beginning of the files' names in the library.
    private static let fileName = ".mosaic-published"
    private static let limit = 512 << 20

    private let library: String
    private let name: String
    /// A hash of everything that decides how films are composed and published; a list with another hash is ignored.
    private let settings: String
    private var films: [String: Film] = [:]
    private var isChanged = false

    /// Reads the list of a library.
    ///
    /// - Parameters:
    ///   - servers: The servers. Each list of servers has a separate file.
    ///   - settings: All other settings for composing and publishing films.
    init(of library: String, servers: String, settings: String) {
        self.library = library
        name = Self.fileName + "-" + ContentHash(of: Array(servers.utf8)).hexadecimal(bytes: 8)
        let text = "1 \(ToolVersion.text())\n\(servers)\n\(settings)"
        self.settings = ContentHash(of: Array(text.utf8)).hexadecimal()
        let bytes = try? FileReader.read("\(library)/\(name)", name: name, limit: Self.limit)
        let lines = bytes?.split(separator: UInt8(ascii: "\n")) ?? []
        guard let first = lines.first, first.elementsEqual(self.settings.utf8) else { return }
        films.reserveCapacity(lines.count)
        // Fields end in a byte that no path contains.
        for line in lines.dropFirst() {
            let fields = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count > 3, let id = StoryboardID(rawValue: fields[1]),
                let versions = ContentHash(hexadecimal: fields[2])
            else { continue }
            films[fields[0]] = Film(id: id, versions: versions, paths: Array(fields[3...]))
        }
    }

    /// The storyboard of a film if nothing has changed since it was noted; nil otherwise.
    func storyboard(of film: SourceTree.Film) -> StoryboardID? {
        guard let known = films[film.path], Self.versions(of: film, known.paths) == known.versions else { return nil }
        return known.id
    }

    /// Notes a film whose storyboard and thumbnails are complete. Leaves out a film if a file cannot be examined or a
    /// path has a line end.
    ///
    /// - Parameter files: The files of the servers.
    mutating func note(_ film: SourceTree.Film, _ id: StoryboardID, files: [String]) {
        let folder = "\(library)/\(id)"
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let paths = [folder] + names.map { "\(folder)/\($0)" } + files
        guard !([film.path] + paths).contains(where: { $0.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\n") } }),
            let versions = Self.versions(of: film, paths)
        else { return }
        films[film.path] = Film(id: id, versions: versions, paths: paths)
        isChanged = true
    }

    /// A hash of the versions of a film and its files; nil if one is missing.
    private static func versions(of film: SourceTree.Film, _ paths: [String]) -> ContentHash? {
        var text = "\(film.companion ?? "")\n"
        for path in [film.path] + (film.companion.map { [$0] } ?? []) + paths {
            guard let status = FileStatus(path: path) else { return nil }
            text += ObjectVersion(of: status).rawValue + "\n"
        }
        return ContentHash(of: Array(text.utf8))
    }

    /// Writes the list if it has changed, without missing films below the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder of the run; films elsewhere stay in the list.
    ///   - present: The paths of the films of the run.
    /// - Throws: `unavailable`.
    mutating func write(below folder: String, present: Set<String>) throws {
        let before = films.count
        films = films.filter { path, _ in present.contains(path) || RealPath.path(of: path, below: folder) == nil }
        guard isChanged || films.count != before else { return }
        var bytes = Array((settings + "\n").utf8)
        for (path, film) in films.sorted(by: { $0.key < $1.key }) {
            bytes += [path, film.id.rawValue, film.versions.hexadecimal()].joined(separator: "\0").utf8
            for path in film.paths { bytes += ("\0" + path).utf8 }
            bytes.append(UInt8(ascii: "\n"))
        }
        try PendingFile(bytes, name: name, in: library).flushAndCommit()
    }
}
