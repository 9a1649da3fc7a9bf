import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import Tiers

@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmPreviewTests {
    private let workplace = Workplace()

    /// Copies a film beside `out` and composes it.
    private func compose(_ film: Film, as name: String) throws {
        try FileManager.default.copyItem(atPath: film.path(), toPath: workplace.folder.path(name))
        let composed = try BuiltTool.run(
            ["compose", name, "-o", "out", "--interval", "5", "--preview"], in: workplace.folder,
            environment: FramesTool.path.map { [FramesTool.variable: $0] } ?? [:])
        #expect(composed.status == 0, "\(composed.errors)")
    }

    @Test func `a preview page names the film beside it, and that of a folder none`() throws {
        try compose(.closed, as: "a film?.mp4")
        #expect(try workplace.text(of: "out/preview.html").contains("src=\"../a%20film%3F.mp4\""))
        try workplace.draw(1...2)
        #expect(try workplace.run("compose", "shots", "-o", "other", "--preview").status == 0)
        #expect(try !workplace.text(of: "other/preview.html").contains("<video"))
    }

    @Test(.thorough, .enabled(if: Browser.path != nil, "no Chromium on this machine"))
    func `the film plays on its preview page`() throws {
        try compose(.vp9, as: "film.webm")
        let browser = try Browser()
        try browser.open("file://" + workplace.folder.path("out/preview.html#t=11"))
        try browser.wait(until: "film !== null && film.currentTime === 11 && film.videoWidth === 320")
        try browser.wait(until: "part('picture').dataset.index === '2'")
        try browser.evaluate("part('strip').children[3].firstChild.click()")
        try browser.wait(until: "film.currentTime === 15 && !film.seeking")
    }
}
