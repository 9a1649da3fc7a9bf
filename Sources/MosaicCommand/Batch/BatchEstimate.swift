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

    /// - Parameter library: Films that are up to date in this library are left out; nil includes all films.
    init(
        of plan: BatchPlan, _ requests: TreeRequests, filmsAtATime: Int, besides library: StoryboardLibrary?
    ) async throws {
        var films: [FilmSurvey.Film] = []
        var unchanged = 0
        for source in plan.sources {
            guard case .film = source.place, source.conflict == nil,
                let request = try? requests.request(for: source), let film = FilmSurvey.Film(request)
            else { continue }
            if let library, try await library.isCurrent(filmOf: request) {
                unchanged += 1
            } else {
                films.append(film)
            }
        }
        folders = plan.sources.count { if case .folder = $0.place { true } else { false } }
        self.unchanged = library == nil ? nil : unchanged
        estimate = try await FilmSurvey(of: films).estimate(filmsAtATime: filmsAtATime)
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
