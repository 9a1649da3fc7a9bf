import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// `mosaic batch --estimate`: estimates the time to compose the films of a tree.
struct BatchEstimate: Encodable {
    private let estimate: FilmEstimate
    /// Number of folders of screenshots, which are not estimated.
    private let folders: Int
    /// Number of films that are up to date; nil if not examined.
    private let unchanged: Int?

    /// - Throws: see `FilmSurvey.estimate`.
    init(of due: DueFilms, filmsAtATime: Int) async throws {
        folders = due.folders
        unchanged = due.areExamined ? due.current.count : nil
        estimate = try await FilmSurvey(of: due.films).estimate(filmsAtATime: filmsAtATime)
    }

    /// One sentence on time and space; nil if no frame could be measured.
    var sentence: String? {
        guard let seconds = estimate.seconds, let bytes = estimate.sheetBytes else { return nil }
        let films = estimate.films == 1 ? "1 film" : "\(estimate.films) films"
        return "\(films), \(estimate.duration.lengthOfFilm): about \(BatchReporter.time(seconds)); thumbnails about "
            + "\(ByteCount(bytes)), in the library and once for each server"
    }

    private enum CodingKeys: String, CodingKey { case folders, unchanged }

    func encode(to encoder: any Encoder) throws {
        try estimate.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(folders, forKey: .folders)
        try container.encodeIfPresent(unchanged, forKey: .unchanged)
    }

    /// The estimate as lines of text.
    var lines: [String] {
        var lines = [
            "films      \(estimate.films)  (\(ByteCount(estimate.bytes)))"
                + (unchanged.map { ", and \($0) that are up to date" } ?? ""),
            "video      about \(estimate.duration.lengthOfFilm)",
            "tiles      about \(estimate.tiles)"
                + (estimate.sheetBytes.map { ", \(ByteCount($0)) of sheets" } ?? ""),
        ]
        if let seconds = estimate.seconds {
            let time = BatchReporter.time(seconds)
            lines.append("time       about \(time), \(estimate.filmsAtATime) at a time")
        }
        let basis = estimate.basis
        guard estimate.films > 0 else { return [lines[0]] + folderLines }
        lines.append(
            "basis      headers of \(basis.opened) films, \(basis.frames) frames of \(basis.measured) of them"
                + (basis.unreadable > 0 ? "; \(basis.unreadable) cannot be read" : ""))
        return lines + folderLines
    }

    private var folderLines: [String] {
        folders > 0 ? ["folders    \(folders) folders of screenshots, which are not estimated"] : []
    }
}

/// The films of a plan that have to be composed, and the storyboards that are up to date.
struct DueFilms: Sendable {
    private(set) var films: [FilmSurvey.Film] = []
    private(set) var current: [StoryboardID: CatalogEntry] = [:]
    /// Number of folders of screenshots.
    let folders: Int
    /// Whether films that are up to date were left out.
    let areExamined: Bool

    /// - Parameter library: Library whose up-to-date films are left out; nil takes all films.
    init(of plan: BatchPlan, _ requests: TreeRequests, besides library: StoryboardLibrary?) async throws {
        areExamined = library != nil
        folders = plan.sources.count { if case .folder = $0.place { true } else { false } }
        for source in plan.sources {
            guard case .film = source.place, source.conflict == nil, let request = try? requests.request(for: source)
            else { continue }
            if let entry = try await library?.currentEntry(ofFilm: request) {
                current[request.id] = entry
            } else if let film = FilmSurvey.Film(request) {
                films.append(film)
            }
        }
    }
}
