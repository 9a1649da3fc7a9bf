import Foundation
package import Mosaic
import WebVTT

/// A storyboard in JSON, for the command line and the server.
///
/// In a list, the document contains the catalog's facts. A single storyboard's document also has its job, and its
/// record's geometry and sheets under the record's keys.
package struct StoryboardDocument: Encodable {
    /// URLs or paths of the storyboard's documents.
    package struct Links: Encodable {
        private var targets: [String: String]

        /// Creates links to all documents and exports on a server, which creates exports on request.
        ///
        /// - Parameters:
        ///   - base: URL of the storyboard's folder, with a trailing slash.
        ///   - query: Query of every link, such as a signature; `nil` for links without a query.
        package init(servedBelow base: String, query: String? = nil) {
            let end = query.map { "?" + $0 } ?? ""
            self.init(PublishedDocument.all) { base + $0.servedName + end }
            for export in Export.all { targets[export.name] = base + export.document + end }
        }

        /// Creates links to the files of a publication.
        ///
        /// - Parameters:
        ///   - base: Path of the storyboard's folder, with a trailing slash.
        ///   - requested: Documents that were written in addition to the documents that every publication has.
        package init(storedBelow base: String, requested: Set<PublishedDocument> = []) {
            self.init(PublishedDocument.all.filter { $0.isWritten(requesting: requested) }) { base + $0.name }
        }

        private init(_ documents: [PublishedDocument], _ target: (DocumentFile) -> String) {
            let pairs = documents.compactMap { document in document.files.first.map { (document.name, target($0)) } }
            targets = Dictionary(uniqueKeysWithValues: pairs)
        }

        /// The target of a document's link; nil without the document.
        package subscript(document: PublishedDocument) -> String? { targets[document.name] }

        package func encode(to encoder: any Encoder) throws { try targets.encode(to: encoder) }
    }

    private let id: StoryboardID
    private var title: String?
    private var tiles: Int?
    /// The number of tiles that show no picture; `nil` if unknown.
    private var placeholders: Int?
    private var placeholderReasons: [String]?
    private var duration: Timestamp?
    /// Bytes of all sheets, including the sheets of further widths.
    private var bytes: Int?
    /// Widths of further storyboards with the same times; nil without any, and in the short form.
    private var widths: [Int]?
    /// State of the job; a storyboard without a job is completed. Nil without a catalog.
    private var status: JobState?
    private var created: String?
    private var updated: String?
    private var geometry: TileGeometry?
    private var sheets: [Sheet]?
    private var links: Links?
    private var job: JobDocument?

    /// Creates the short form, without geometry and sheets, for lists, events and callbacks.
    package init(_ entry: CatalogEntry, job: Job?, links: Links) {
        id = entry.id
        title = entry.title
        tiles = entry.tiles
        placeholders = entry.placeholders.count
        placeholderReasons = entry.placeholders.reasonsIfAny
        duration = entry.duration
        bytes = entry.bytes
        self.links = links
        add(entry, job)
    }

    /// Creates the document of a storyboard that was just composed, without a catalog.
    ///
    /// - Parameter bytes: Bytes of all sheets, including the sheets of further widths. Nil adds up the sheets of the
    ///   record.
    package init(_ record: Storyboard, bytes: Int? = nil, links: Links) {
        id = record.id
        title = record.title
        tiles = record.tiles.count
        placeholders = record.placeholders.count
        placeholderReasons = record.placeholders.reasonsIfAny
        duration = record.duration
        self.bytes = bytes ?? record.sheetBytes
        widths = record.widths.isEmpty ? nil : record.widths
        geometry = record.geometry
        sheets = record.sheets
        self.links = links
    }

    /// Creates the document of a published storyboard in a library.
    package init(_ record: Storyboard, entry: CatalogEntry?, job: Job?, links: Links) {
        self.init(record, bytes: record.widths.isEmpty ? nil : entry?.bytes, links: links)
        add(entry, job)
        self.job = job.map { JobDocument($0, placeholders: entry?.placeholders) }
    }

    /// Creates the document of a storyboard that is not published yet.
    package init(unpublished job: Job) {
        id = job.storyboard
        add(nil, job)
        self.job = JobDocument(job)
    }

    private mutating func add(_ entry: CatalogEntry?, _ job: Job?) {
        status = job?.state ?? .completed
        created = entry?.created.ISO8601Format()
        updated = entry?.updated.ISO8601Format()
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, tiles, placeholders, bytes, widths, status, geometry, sheets, links, job
        case placeholderReasons = "placeholder_reasons"
        case duration = "duration_ms"
        case created = "created_at"
        case updated = "updated_at"
    }
}

/// A page of storyboards in JSON, for `mosaic list` and `GET /storyboards`.
package struct StoryboardPageDocument: Encodable {
    private let storyboards: [StoryboardDocument]
    private let limit: Int
    private let offset: Int
    private let total: Int
    private let hasMore: Bool

    /// - Parameters:
    ///   - page: The storyboards that the query selected.
    ///   - jobs: Jobs of the storyboards, in any order; a storyboard may have none.
    ///   - links: Returns the URLs or paths of a storyboard's documents.
    package init(
        _ page: CatalogPage, of query: CatalogQuery, jobs: [Job], links: (StoryboardID) -> StoryboardDocument.Links
    ) {
        let jobs = Dictionary(jobs.map { ($0.storyboard, $0) }, uniquingKeysWith: { $1 })
        storyboards = page.entries.map { StoryboardDocument($0, job: jobs[$0.id], links: links($0.id)) }
        limit = query.limit
        offset = query.offset
        total = page.total
        hasMore = !page.entries.isEmpty && query.offset + page.entries.count < page.total
    }

    private enum CodingKeys: String, CodingKey {
        case storyboards, limit, offset, total
        case hasMore = "has_more"
    }
}
