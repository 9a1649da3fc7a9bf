import Foundation
import MosaicFixtures
import Testing

private let canFillDisk = MountedDisk.small.works("fill; ! echo more >disk/more")

/// On a full disk something can be removed, and what cannot be removed stays whole.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: canFillDisk, "a small file system cannot be mounted here"))
struct FullDiskTests {
    private static let preparation = """
        mosaic submit shots --library disk/library --id film --settle 0 --width 40 >/dev/null
        mosaic submit shots --library disk/library --id other --settle 0 --width 40 >/dev/null
        mosaic worker --library disk/library --once --quiet
        listed() { sqlite3 "$1" "SELECT 'entry ' || id FROM storyboard UNION ALL
            SELECT 'job ' || storyboard || ' ' || state FROM job"; }
        there() { [ ! -e "$1" ] || echo "there: $1"; }

        """

    private static let fullness: Substring =
        "Less than 1 MiB is left on the disk, and no space is kept for removals (.mosaic-reserve): make room first."

    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...2)
    }

    /// Runs a script with a disk of 6 MB, which has to end well, and returns the lines that it prints.
    private func lines(of script: String) throws -> [Substring] {
        let run = try MountedDisk.small.run(Self.preparation + script, in: workplace)
        try #require(run.status == 0, "\(run.output)")
        return run.output.split(separator: "\n")
    }

    @Test func `a storyboard is removed, and the space that helped is kept again`() throws {
        let lines = try lines(
            of: """
                fill
                mosaic remove film --library disk/library --yes
                there disk/library/film/thumbnails.vtt
                rm disk/filler
                mosaic retry other --library disk/library >/dev/null
                stat --format %s disk/library/.mosaic-reserve
                listed disk/library/.mosaic-catalog.sqlite
                """)
        #expect(lines.first?.hasPrefix("film: removed") == true, "\(lines)")
        #expect(lines.suffix(3) == ["1048576", "entry other", "job other pending"], "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("there") })
    }

    @Test func `a removal also succeeds if only the catalog's disk is full`() throws {
        let lines = try lines(
            of: """
                mosaic submit shots --library library --catalog disk/catalog.sqlite --id film --settle 0 >/dev/null
                mosaic worker --library library --catalog disk/catalog.sqlite --once --quiet
                fill
                mosaic remove film --library library --catalog disk/catalog.sqlite --yes
                there library/film/thumbnails.vtt
                listed disk/catalog.sqlite
                """)
        #expect(lines.count == 1 && lines.first?.hasPrefix("film: removed") == true, "\(lines)")
    }

    @Test func `prunes a storyboard without a source on a full disk`() throws {
        let lines = try lines(
            of: """
                mkdir films; cp -r shots films/first; cp -r shots films/second
                mosaic batch films -o disk/library --width 40 --quiet
                rm films/second/*
                fill
                mosaic batch films -o disk/library --prune --yes | tail -1
                there disk/library/second/thumbnails.vtt
                there disk/library/first/thumbnails.vtt
                """)
        #expect(lines.last == "there: disk/library/first/thumbnails.vtt", "\(lines)")
        #expect(!lines.contains("there: disk/library/second/thumbnails.vtt"))
    }

    private static let server = """
        mosaic serve --library disk/library --port 0 --jobs 0 2>log &
        until grep -qs Serving log; do sleep 0.05; done
        address=$(sed -n 's/^.* mosaic: Serving \\(http[^ ]*\\) .*/\\1/p' log)/storyboards
        ask() { curl --silent --output answer --write-out '%{http_code}\\n' --request "$@"; }
        ask PUT "$address/late" -H 'Content-Type: application/json' --data '{"chapters": 3}'

        """

    @Test func `a new library on a full disk is answered by the missing space`() throws {
        let lines = try lines(
            of: """
                fill
                for attempt in 1 2; do mosaic submit shots --library disk/new 2>&1 || echo "status $?"; done
                """)
        let answer = "mosaic: disk/new/.mosaic-catalog.sqlite: The disk is full. \(Self.fullness)"
        #expect(lines == [answer, "status 1", answer, "status 1"].map { $0[...] }, "\(lines)")
    }

    @Test func `a server removes storyboards`() throws {
        let lines = try lines(
            of: Self.server + """
                fill
                ask DELETE "$address/film"
                ask GET "$address/film/thumbnails.vtt"
                ask DELETE "$address/late"
                listed disk/library/.mosaic-catalog.sqlite
                kill %1
                """)
        #expect(lines == ["202", "204", "404", "204", "entry other", "job other completed"], "\(lines)")
    }

    @Test func `without the space that is kept nothing is removed or changed, and the error names it`() throws {
        let lines = try lines(
            of: Self.server + """
                rm disk/library/.mosaic-reserve
                fill
                ask DELETE "$address/film"
                ask DELETE "$address/late"
                mosaic remove film --library disk/library --yes 2>said || echo "status $?"
                grep -o 'Less than 1 MiB is left.*' said
                rm disk/filler
                ask GET "$address/film/thumbnails.vtt"
                listed disk/library/.mosaic-catalog.sqlite
                kill %1
                """)
        #expect(lines.prefix(4) == ["202", "503", "503", "status 1"], "\(lines)")
        #expect(lines.dropFirst(4).first == Self.fullness)
        #expect(lines.contains("200"))
        #expect(
            Set(lines.suffix(5)) == [
                "entry film", "entry other", "job film completed", "job other completed", "job late pending",
            ], "\(lines)")
    }
}
