import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

/// A library, a single storyboard and their sources as the tools of commit 3ff18b4 left them in June 2025; see
/// `Fixtures/library-3ff18b4/make`.
///
/// Storyboards: `film` (5 tiles, grew from 3), `first`, `second` and `broken` of a batch (`broken` has a placeholder),
/// `waiting` (2 of 3 chapters), `uploads` (one of 3 uploaded chapters came again, another was deleted) and `removed`, which
/// was removed. Jobs besides: `failed`, `cancelled`, `pending` and `killed`, whose worker was killed while it wrote its sheet.
struct OlderLibrary {
    static let published = ["broken", "film", "first", "second", "uploads", "waiting"]
    /// The sheet of `film` that was filled up since.
    static let superseded = "film/sheet-0.3ec994143548b7c48abae752cd46dfcb.jpg"
    /// The sheet of `removed`.
    static let removed = "removed/sheet-0.7028eb2a95e87ed13075e4a8c7464294.jpg"

    private static let archive = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/library-3ff18b4/library.tar.gz").standardizedFileURL.path
    /// The folder that everything lay in when it was made.
    private static let former = "/tmp/mosaic-library-3ff18b4"

    let workplace: Workplace
    var folder: TemporaryFolder { workplace.folder }

    /// Unpacks it. Jobs name their sources where those lay before.
    init() throws {
        workplace = try Workplace()
        let unpacked = try InstalledTool.tar.run(["-xzf", Self.archive, "-C", workplace.folder.path])
        try #require(unpacked.status == 0)
    }

    /// Lets jobs name the sources where they lie now.
    func relocateSources() throws {
        let database = try DatabaseQueue(path: folder.path("library/.mosaic-catalog.sqlite"))
        try database.write {
            try $0.execute(
                sql: "UPDATE job SET request = replace(request, ?, ?)", arguments: [Self.former, folder.path])
        }
    }

    /// Notes a change to the catalog that no version knows.
    func makeNewer() throws {
        let database = try DatabaseQueue(path: folder.path("library/.mosaic-catalog.sqlite"))
        try database.write { try $0.execute(sql: "INSERT INTO migration (name) VALUES ('something from tomorrow')") }
    }

    /// Puts a further chapter into a source's folder.
    func draw(_ chapter: Int, into source: String) throws {
        try folder.write(
            DrawnScreenshot(number: chapter).encoded, to: "sources/\(source)/ch\(chapter)_\(10 * chapter)s.jpg",
            modified: 1_748_700_000)
    }

    /// The states of the jobs.
    func states() throws -> [String: String] {
        let jobs = try JSONReport(workplace.inLibrary("jobs", "--json").output).objects("jobs")
        return Dictionary(
            uniqueKeysWithValues: jobs.map { ($0["storyboard"] as? String ?? "", $0["state"] as? String ?? "") })
    }

    /// Names of the storyboards that are listed, sorted.
    func listed() throws -> [String] {
        let list = try JSONReport(workplace.inLibrary("list", "--json", "--sort", "id").output)
        return list.objects("storyboards").compactMap { $0["id"] as? String }
    }
}
