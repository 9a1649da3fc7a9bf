import FilmFixtures
import FilmProtocol
import Testing

/// Files that are not films, and films that are not supported: an error and an exit.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmRefusalTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let film: Film
        let codes: Set<FilmFailure.Code>
        var testDescription: String { film.name }

        init(_ film: Film, _ codes: FilmFailure.Code...) {
            self.film = film
            self.codes = Set(codes)
        }
    }

    @Test(arguments: [
        Refusal(.playlist, .playlist), Refusal(.script, .playlist, .unrecognized), Refusal(.zeros, .unrecognized),
        Refusal(.empty, .unrecognized, .damaged), Refusal(.soundOnly, .noVideo), Refusal(.bomb, .tooLarge),
        Refusal(.indexLost, .damaged), Refusal(.tooWide, .tooLarge), Refusal(.tooHigh, .tooLarge),
        Refusal(.encrypted, .encrypted), Refusal(.encryptedFragments, .encrypted),
        Refusal(.encryptedQuickTime, .encrypted), Refusal(.scrambled, .encrypted), Refusal(.scrambledMPEG2, .encrypted),
    ]) func `no film is refused in one sentence`(_ refusal: Refusal) throws {
        let child = try FilmChild(film: refusal.film.path())
        do {
            let header = try child.header()
            Issue.record("\(header)")
        } catch let failure as FilmFailure {
            #expect(refusal.codes.contains(failure.code), "\(failure)")
            #expect(failure.reason.hasSuffix(".") && !failure.reason.contains("/"), "\(failure.reason)")
            #expect(!failure.reason.contains("\n") && failure.reason.first?.isLowercase == false)
        }
        let ending = child.end()
        #expect(ending.status == 1, "\(ending)")
    }

    @Test func `a large picture takes no memory before it is refused`() throws {
        let child = try FilmChild(film: Film.bomb.path())
        #expect(throws: FilmFailure.self) { try child.header() }
        #expect(child.end().anonymousBytes < 48 << 20)
    }
}
