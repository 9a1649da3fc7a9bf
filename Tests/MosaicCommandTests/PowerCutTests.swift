import Foundation
import MosaicFixtures
import Testing

private let canCutPower = MountedDisk.losing.works("touch disk/a; cut_power; [ ! -e disk/a ]")

/// Acknowledged changes survive a power cut.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: canCutPower, "no file system in a file can be mounted and cut off here"))
struct PowerCutTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...3)
    }

    /// Runs a script, which must succeed, and returns its output lines: the files left at the end.
    private func survivors(of script: String) throws -> Set<Substring> {
        let run = try MountedDisk.losing.run(script, in: workplace)
        try #require(run.status == 0, "\(run.output)")
        return Set(run.output.split(separator: "\n"))
    }

    @Test func `a job that was submitted is there, and a storyboard that was removed is not`() throws {
        let found = try survivors(
            of: """
                mosaic submit shots --library disk/library --id first --settle 0 --width 40
                mosaic worker --library disk/library --once --quiet
                sync
                hold_catalog
                mosaic submit shots --library disk/library --id second
                mosaic cancel second --library disk/library
                mosaic submit shots --library disk/library --id third
                mosaic remove first --library disk/library --yes
                cut_power
                sqlite3 disk/library/.mosaic-catalog.sqlite "SELECT storyboard || ' ' || state FROM job"
                mosaic list --library disk/library --json | grep total
                if [ -e disk/library/first/thumbnails.vtt ]; then echo "first is back"; fi
                """)
        #expect(found.isSuperset(of: ["second cancelled", "third pending", "  \"total\" : 0,"]), "\(found)")
        #expect(found.isDisjoint(with: ["first is back", "first completed", "first pending"]), "\(found)")
    }

    @Test func `a library that was just made is there`() throws {
        let found = try survivors(
            of: """
                mosaic submit shots --library disk/new/library --id film
                cut_power
                mosaic jobs --library disk/new/library
                """)
        #expect(found.contains { $0.contains("film") && $0.contains("pending") }, "\(found)")
    }

    @Test func `a storyboard in a new folder and a single file are there`() throws {
        let found = try survivors(
            of: """
                mosaic compose shots -o disk/new/out --width 40 --quiet
                mosaic tile disk/new/out/thumbnails.vtt 15 -o disk/tile.jpg
                cut_power
                mosaic doctor disk/new/out/thumbnails.vtt >doctor && echo whole
                cmp <(mosaic tile disk/new/out/thumbnails.vtt 15 -o -) disk/tile.jpg && echo same
                """)
        #expect(found.isSuperset(of: ["whole", "same"]), "\(found)")
    }

    @Test func `an upload is there, and one that was deleted or superseded is not`() throws {
        let found = try survivors(
            of: """
                mosaic serve --library disk/library --port 0 --jobs 0 2>log &
                until grep -q Serving log; do sleep 0.05; done
                address=$(sed -n 's/^.* mosaic: Serving \\(http[^ ]*\\) .*/\\1/p' log)/storyboards/film/screenshots
                ask() { curl --silent --fail --output answer --write-out '%{http_code} ' --request "$@"; }
                put() { ask PUT "$address/$2" -H 'Content-Type: image/jpeg' --data-binary "@shots/$1"; }
                put ch1_10s.jpg ch1_10s.jpg
                sync
                put ch2_20s.jpg ch2_20s.jpg
                put ch3_30s.jpg ch2_25s.jpg
                put ch3_30s.jpg ch3_30s.jpg
                ask DELETE "$address/ch1_10s.jpg"
                echo
                cut_power
                find disk/library/film/screenshots -type f -printf '%f %s\\n'
                sqlite3 disk/library/.mosaic-catalog.sqlite 'SELECT storyboard FROM job'
                """)
        let picture = try workplace.folder.read("shots/ch3_30s.jpg")
        #expect(
            found.isSuperset(of: [
                "201 201 200 201 204 ", "ch2_25s.jpg \(picture.count)", "ch3_30s.jpg \(picture.count)", "film",
            ]), "\(found)")
        #expect(!found.contains { $0.hasPrefix("ch1_") || $0.hasPrefix("ch2_20s") }, "\(found)")
    }
}
