import ArgumentParser
import Testing

@testable import MosaicCommand

/// The short help of `mosaic compose`.
struct ComposeHelpTests {
    @Test func `fits a terminal of 80 columns and 40 lines`() {
        let lines = ComposeHelp.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 })
    }

    @Test func `mentions only options of the command`() {
        let help = MosaicCommand.helpMessage(for: ComposeCommand.self)
        for match in ComposeHelp.text.matches(of: /--[a-z-]+/) where match.0 != "--help-all" {
            #expect(help.contains("\(match.0)"), "\(match.0)")
        }
    }

    @Test(arguments: [
        ("compose --help", true), ("compose film.mp4 -h", true), ("help compose", true), ("compose -- --help", false),
        ("compose --help-all", false), ("batch --help", false), ("compose film.mp4", false),
    ])
    func `answers the options --help and -h of compose`(line: String, isRequested: Bool) {
        #expect(ComposeHelp.isRequested(by: line.split(separator: " ").map(String.init)) == isRequested)
    }
}
