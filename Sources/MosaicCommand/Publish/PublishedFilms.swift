import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem

/// The films whose thumbnails are complete, with the versions of the files and folders concerned, so that a run over
/// unchanged films reads no file but this list.
///
/// The list decides nothing about a film that is there: a film that is not in the list is examined. Of a film that is
/// missing, it names the files that do not lie beside it.
struct PublishedFilms: Sendable {
    /// A film of the list.
    private struct Film: Sendable {
        let id: StoryboardID
        /// A hash of ``versions(of:_:)``; nil if another version or other settings wrote the files.
        var versions: ContentHash?
        /// The folders of the storyboard, the servers' lists, and the files and folders in these.
        let paths: [String]
    }

    /// The beginning of the files' names in the library.
    private static let fileName = ".mosaic-published"
    private static let limit = 512 << 20

    private let library: String
    private let name: String
    /// A hash of everything that decides how films are composed and published.
    private let settings: String
    private var films: [String: Film] = [:]
    private var isChanged = false

    /// Reads the list of a library.
    ///
    /// - Parameters:
    ///   - servers: The servers. Each list of servers has a separate file.
    ///   - settings: All other settings for composing and publishing films.
    init(of library: String, servers: String, settings: String) {
        let text = "2 \(ToolVersion.text())\n\(servers)\n\(settings)"
        self.init(
            at: library, Self.fileName + "-" + ContentHash(of: Array(servers.utf8)).hexadecimal(bytes: 8),
            settings: ContentHash(of: Array(text.utf8)).hexadecimal())
    }

    /// The lists of a library, for all servers.
    static func all(of library: String) -> [PublishedFilms] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
        return names.filter { $0.hasPrefix(fileName + "-") }.sorted().map { PublishedFilms(at: library, $0) }
    }

    /// - Parameter settings: The hash of the settings; nil takes that of the file.
    private init(at library: String, _ name: String, settings: String? = nil) {
        self.library = library
        self.name = name
        let bytes = try? FileReader.read("\(library)/\(name)", name: name, limit: Self.limit)
        let lines = bytes?.split(separator: UInt8(ascii: "\n")) ?? []
        let known = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        self.settings = settings ?? known
        films.reserveCapacity(lines.count)
        // Fields end in a byte that no path contains.
        for line in lines.dropFirst() {
            let fields = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count > 3, let id = StoryboardID(rawValue: fields[1]) else { continue }
            let versions = known == self.settings ? ContentHash(hexadecimal: fields[2]) : nil
            films[fields[0]] = Film(id: id, versions: versions, paths: Array(fields[3...]))
        }
    }

    /// The storyboard of a film if nothing has changed since it was noted; nil otherwise.
    func storyboard(of film: SourceTree.Film) -> StoryboardID? {
        guard let known = films[film.path], let versions = known.versions,
            Self.versions(of: film, known.paths) == versions
        else { return nil }
        return known.id
    }

    /// Notes a film whose storyboard and thumbnails are complete. Leaves out a film if a file cannot be examined or a
    /// path has a line end.
    ///
    /// - Parameter files: The files and folders of the servers.
    mutating func note(_ film: SourceTree.Film, _ id: StoryboardID, files: [String]) {
        let folder = "\(library)/\(id)"
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        // Each file of a storyboard is written beside its place and renamed, which changes its folder.
        let below = names.map { "\(folder)/\($0)" }.filter { FileStatus(path: $0)?.isFolder == true }
        let paths = [folder] + below + files
        guard !([film.path] + paths).contains(where: { $0.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\n") } }),
            let versions = Self.versions(of: film, paths)
        else { return }
        films[film.path] = Film(id: id, versions: versions, paths: paths)
        isChanged = true
    }

    /// A hash of the versions of a film and its files; nil if one is missing.
    private static func versions(of film: SourceTree.Film, _ paths: [String]) -> ContentHash? {
        var text = "\(film.companion ?? "")\n\(film.version.rawValue)\n"
        for path in (film.companion.map { [$0] } ?? []) + paths {
            guard let status = FileStatus(path: path) else { return nil }
            text += ObjectVersion(of: status).rawValue + "\n"
        }
        return ContentHash(of: Array(text.utf8))
    }

    /// Removes the films of a folder from the list that are missing.
    ///
    /// - Parameter present: The paths of films that are there.
    /// - Returns: The missing films' paths, each with those of its files that belong to no film of the list.
    mutating func takeMissing(below folder: String, present: Set<String>) -> [(film: String, files: [String])] {
        let missing = films.filter { path, _ in
            !present.contains(path) && RealPath.path(of: path, below: folder) != nil && FileStatus.isAbsent(path)
        }
        guard !missing.isEmpty else { return [] }
        for path in missing.keys { films[path] = nil }
        isChanged = true
        let kept = Set(films.values.flatMap(\.paths))
        return missing.sorted { $0.key < $1.key }.map { ($0.key, $0.value.paths.filter { !kept.contains($0) }) }
    }

    /// Writes the list if it has changed.
    ///
    /// - Throws: `unavailable`.
    func write() throws {
        guard isChanged else { return }
        var bytes = Array((settings + "\n").utf8)
        for (path, film) in films.sorted(by: { $0.key < $1.key }) {
            bytes += [path, film.id.rawValue, film.versions?.hexadecimal() ?? "-"].joined(separator: "\0").utf8
            for path in film.paths { bytes += ("\0" + path).utf8 }
            bytes.append(UInt8(ascii: "\n"))
        }
        try PendingFile(bytes, name: name, in: library).flushAndCommit()
    }
}
