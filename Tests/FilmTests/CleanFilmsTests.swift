import FilmFixtures
import FilmProtocol
import Testing
import Tiers

/// Of films as encoders and muxers write them none is called damaged.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct CleanFilmsTests {
    @Test(arguments: Tier.sample(CleanFilm.all, 6))
    func `no frame of a clean film is called damaged`(_ clean: CleanFilm) throws {
        let child = try FilmChild(film: clean.film.path())
        _ = try child.header()
        // Near key frames and between them, forwards, and by seeks.
        for (choice, step) in [(FilmRequest.Choice.exact, 310_000), (.key, 700_000), (.keyOnce, 450_000)] {
            let frames = stride(from: Int64(0), to: 5_900_000, by: step).map {
                FilmRequest.Frame(time: $0, reach: 300_000, spacing: Int64(step), choice: choice)
            }
            let told = try child.pictures(FilmRequest(width: 64, height: 36, frames: frames)).pictures.map(\.outcome)
            #expect(!told.contains(.damaged) && !told.contains(.undecodable), "\(clean), \(choice): \(told)")
        }
        #expect(child.end().status == 0)
    }
}
