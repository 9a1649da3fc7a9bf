import Seeded
import Testing
import Tiers

@testable import Mosaic
@testable import MosaicCommand

/// Command lines of `compose` that are read without the argument parser mean what the parser reads.
struct PlainComposeLineTests {
    @Test func `a large number of tiles is remarked on`() {
        #expect(ComposeInvocation.remark(onTiles: 5_000) == nil)
        #expect(ComposeInvocation.remark(onTiles: 5_001)?.hasPrefix("Composing 5001 tiles; ") == true)
    }

    @Test(arguments: [
        "compose shots -o out", "compose -o out shots --json", "compose shots --output out -q",
        "compose shots -o out -j 3",
        "compose frames -o out --interval 10 --duration 5400", "compose shots -o out --preview --quiet --jobs 2",
        "compose shots", "compose films/film.mp4 --json", "compose shots/ -q", "compose shots -o out --width 160",
        "compose shots -o out --width 160,320,480 --jobs 1",
        "compose shots -o out --interval 0.5 --duration 1:30:00.250 --json",
    ])
    func `a line of the common options is read`(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let order = try #require(ComposeInvocation(plainLine: words))
        try expectParsed(order, words)
    }

    @Test(arguments: [
        "compose", "compose .", "compose -o out", "compose shots more -o out", "compose shots -o",
        "compose shots -o -q",
        "compose shots -o out -o other", "compose shots -o out -j two", "compose shots -o out --interval soon",
        "compose shots -o out --width 160,", "compose shots -o out -- -q", "compose shots -o out --help",
        "compose shots -o out --version", "compose shots -o out -qj 2", "compose shots --output=out",
        "compose shots -o out --quality 70", "compose shots -o out --replace", "compose s3://bucket/shots/ -o out",
        "watch shots -o out", "--version", "",
    ])
    func `any other line is left to the parser`(line: String) {
        #expect(ComposeInvocation(plainLine: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test func `no line is read otherwise than by the parser`() throws {
        let words = [
            "shots", "out", "-o", "--output", "-q", "--quiet", "--json", "--preview", "-j", "--jobs", "2",
            "0",
            "+4", "--interval", "--duration", "5s", "1:00", "--width", "160", "160,320", "-", "--", "", "-1",
            "--json=1",
            "s3://bucket/", "/dev/null", "--interval=5", "compose", "help", "--grid", "3x3", "ö", "--no-json", "-oout",
        ]
        var random = SeededGenerator(seed: 20)
        var plain = 0
        for _ in Tier.rounds(4_000, quick: 200) {
            // Half of the lines begin as most do, so that enough of them are whole.
            let begin = Bool.random(using: &random) ? ["compose", "shots", "-o", "out"] : ["compose"]
            let line =
                begin
                + (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in words.randomElement(using: &random) }
            guard let order = ComposeInvocation(plainLine: line) else { continue }
            plain += 1
            try expectParsed(order, line)
        }
        #expect(plain > (Tier.isThorough ? 100 : 5), "\(plain)")
    }

    private func expectParsed(_ order: ComposeInvocation, _ line: [String]) throws {
        let parsed = try #require(try ComposeCommand.order(of: line), "\(line)")
        #expect(order.source == parsed.source && order.output == parsed.output, "\(line)")
        #expect(order.naming == parsed.naming && order.settings == parsed.settings, "\(line)")
        #expect(order.duration == parsed.duration && order.replaces == parsed.replaces, "\(line)")
        #expect(order.isJSON == parsed.isJSON && order.isQuiet == parsed.isQuiet, "\(line)")
        let (publication, other) = (order.publication, parsed.publication)
        #expect(publication.keepingOld == other.keepingOld && publication.regrids == other.regrids, "\(line)")
        #expect(publication.documents == other.documents && publication.exports == other.exports, "\(line)")
        #expect(publication.film == other.film, "\(line)")
    }
}
