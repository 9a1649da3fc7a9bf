import Hummingbird
import Mosaic
import MosaicLibrary
import WebVTT

/// `GET /storyboards/{id}/poster.jpg`: the film's frame at a time; where there is no film, the tile of that time.
struct PosterRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let frames: FilmFrames

    func add(to routes: Routes) { routes.read("/storyboards/:id/poster.jpg", .published(.tileAtTime), poster) }

    @Sendable private func poster(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let id = try context.storyboard()
        let wanted = try PosterQuery(RequestQuery(request.uri.query))
        guard let record = try await cache.document(.record, of: id) else { throw RequestError.noStoryboard }
        let snapshot = try cache.snapshot(in: record)
        let time = wanted.time ?? snapshot.storyboard.posterTime
        if let film = try await frames.film(of: id) {
            let name = "\(id)/poster/\(film.version)/\(time.milliseconds)/\(wanted.width)"
            if let made = cache.made.body(name, of: record) { return made }
            if let jpeg = try await frames.jpeg(of: film, at: time, width: wanted.width) {
                let body = body(of: jpeg, tag: .content(jpeg))
                cache.made.keep(body, name, of: record)
                return body
            }
        }
        // The film was never there, or is gone, or shows nothing at this time.
        guard let tile = snapshot.tile(at: time, .hold) else {
            throw RequestError(.noTile, "No tile is shown at \(time).")
        }
        let cut = try await TileCutting(cache: cache).cut(tile, of: snapshot, id)
        return body(of: cut.bytes, tag: EntityTag(opaque: cut.hash))
    }

    private func body(of jpeg: [UInt8], tag: EntityTag?) -> BufferedResponse {
        BufferedResponse(
            jpeg, type: .jpeg, entityTag: tag, caching: ResourceKind.tileAtTime.caching(for: rule.readers),
            readers: rule.readers)
    }
}

extension Storyboard {
    /// The time of the poster where none is requested: a tenth of the film, past titles and logos.
    fileprivate var posterTime: Timestamp {
        let end = duration ?? tiles.last?.end ?? tiles.last?.start ?? .zero
        return Timestamp(milliseconds: end.milliseconds / 10)
    }
}
