import Testing

@testable import MosaicSystem

struct FileStabilityTests {
    /// Files found at one update, and the state expected after it; times in seconds.
    private struct Look {
        let uptime: Double
        let files: [String: FileStamp]
        let told: FolderState?

        init(_ uptime: Double, _ files: [String: FileStamp], tells told: FolderState? = nil) {
            self.uptime = uptime
            self.files = files
            self.told = told
        }
    }

    /// The wall clock shows this when the uptime is 0.
    private static let start: Int64 = 1_700_000_000

    private static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1_000_000_000).rounded()) }

    /// A file last modified `modified` seconds after the start.
    private func file(_ bytes: Int, at modified: Double, inode: UInt64 = 1) -> FileStamp {
        FileStamp(bytes: bytes, modified: Self.nanoseconds(Double(Self.start) + modified), inode: inode)
    }

    private func state(_ stable: Set<String>, changing: Set<String> = []) -> FolderState {
        FolderState(stable: stable, changing: changing)
    }

    /// Looks one after the other, with a rest of 2 seconds; `clockOffset` is how far the files' clock is behind.
    private func expect(
        _ looks: Look..., trustingTimes: Bool = true, clockOffset: Double = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var files = FileStability(rest: Self.nanoseconds(2))
        for look in looks {
            let clock = Self.nanoseconds(Double(Self.start) + look.uptime + clockOffset)
            files.look(
                look.files, at: Moment(uptime: Self.nanoseconds(look.uptime), clock: clock),
                trustingTimes: trustingTimes)
            #expect(files.hasNews == (look.told != nil), "at \(look.uptime) s", sourceLocation: sourceLocation)
            #expect(files.takeNews() == look.told, "at \(look.uptime) s", sourceLocation: sourceLocation)
            #expect(files.takeNews() == nil, "again at \(look.uptime) s", sourceLocation: sourceLocation)
        }
    }

    @Test func `files of old time rest at the first look`() {
        expect(
            Look(0, ["a.jpg": file(9, at: -60), "b.jpg": file(9, at: -2)], tells: state(["a.jpg", "b.jpg"])),
            Look(1, ["a.jpg": file(9, at: -60), "b.jpg": file(9, at: -2)]))
    }

    @Test func `an empty folder is a state, too`() {
        expect(Look(0, [:], tells: state([])), Look(2, [:]))
    }

    @Test func `reports nothing before the first update`() {
        var files = FileStability(rest: 0)
        #expect(!files.hasNews && files.takeNews() == nil && files.due == nil)
    }

    @Test func `reports a growing file once it has rested`() {
        expect(
            Look(0, [:], tells: state([])),
            Look(1, ["a.jpg": file(5, at: 1)]),
            Look(2.5, ["a.jpg": file(9, at: 2.4)]),
            Look(4.3, ["a.jpg": file(9, at: 2.4)]),
            Look(4.4, ["a.jpg": file(9, at: 2.4)], tells: state(["a.jpg"])),
            Look(9, ["a.jpg": file(9, at: 2.4)]))
    }

    @Test func `the first state waits for a file that was just written`() {
        expect(
            Look(0, ["a.jpg": file(9, at: -60), "b.jpg": file(9, at: -1)]),
            Look(1, ["a.jpg": file(9, at: -60), "b.jpg": file(9, at: -1)], tells: state(["a.jpg", "b.jpg"])))
    }

    @Test func `the first state does not wait for a file that is written forever`() {
        expect(
            Look(0, ["a.jpg": file(9, at: -60), "log.jpg": file(1, at: 0)]),
            Look(1, ["a.jpg": file(9, at: -60), "log.jpg": file(2, at: 1)]),
            Look(
                2, ["a.jpg": file(9, at: -60), "log.jpg": file(3, at: 2)],
                tells: state(["a.jpg"], changing: ["log.jpg"])),
            Look(3, ["a.jpg": file(9, at: -60), "log.jpg": file(4, at: 3)]))
    }

    @Test func `a file that is written forever holds no other back`() {
        expect(
            Look(0, [:], tells: state([])),
            Look(1, ["log.jpg": file(1, at: 1)]),
            Look(2, ["log.jpg": file(2, at: 2), "a.jpg": file(9, at: 2)]),
            Look(
                4, ["log.jpg": file(3, at: 4), "a.jpg": file(9, at: 2)], tells: state(["a.jpg"], changing: ["log.jpg"])),
            Look(5, ["log.jpg": file(4, at: 5), "a.jpg": file(9, at: 2)]),
            Look(6, ["log.jpg": file(4, at: 5)], tells: state([], changing: ["log.jpg"])))
    }

    @Test func `reports an old file renamed into place at once`() {
        expect(
            Look(0, ["a.jpg": file(9, at: -60)], tells: state(["a.jpg"])),
            Look(1, ["a.jpg": file(9, at: -60, inode: 2)], tells: state(["a.jpg"])),
            Look(2, ["a.jpg": file(9, at: -60, inode: 2), "b.jpg": file(9, at: -9)], tells: state(["a.jpg", "b.jpg"])))
    }

    @Test func `reports an overwritten file once it has rested`() {
        let others = ["b.jpg": file(9, at: -60)]
        expect(
            Look(0, ["a.jpg": file(9, at: -60)].merging(others) { $1 }, tells: state(["a.jpg", "b.jpg"])),
            Look(1, ["a.jpg": file(0, at: 1)].merging(others) { $1 }),
            Look(2, ["a.jpg": file(9, at: 1.5)].merging(others) { $1 }),
            Look(3.5, ["a.jpg": file(9, at: 1.5)].merging(others) { $1 }, tells: state(["a.jpg", "b.jpg"])))
    }

    @Test func `reports a removed file at once, also one that was changing`() {
        expect(
            Look(0, ["a.jpg": file(9, at: -60), "b.jpg": file(9, at: -60)], tells: state(["a.jpg", "b.jpg"])),
            Look(1, ["b.jpg": file(9, at: -60)], tells: state(["b.jpg"])),
            Look(2, ["b.jpg": file(0, at: 2)]),
            Look(3, [:], tells: state([])))
    }

    @Test func `ignores the removal of a changing file that was never reported`() {
        expect(Look(0, [:], tells: state([])), Look(1, ["a.jpg": file(9, at: 1)]), Look(2, [:]))
    }

    @Test func `a file that was left out comes back even where it is as it was`() {
        let old = file(9, at: -60)
        expect(
            Look(0, ["a.jpg": old], tells: state(["a.jpg"])),
            Look(1, ["a.jpg": file(8, at: 1), "b.jpg": old], tells: state(["b.jpg"], changing: ["a.jpg"])),
            Look(2, ["a.jpg": old, "b.jpg": old], tells: state(["a.jpg", "b.jpg"])))
    }

    @Test(arguments: [true, false])
    func `a file of a time to come rests when it was seen to`(trustingTimes: Bool) {
        expect(
            Look(0, [:], tells: state([])),
            Look(1, ["a.jpg": file(9, at: 900)]),
            Look(2.9, ["a.jpg": file(9, at: 900)]),
            Look(3, ["a.jpg": file(9, at: 900)], tells: state(["a.jpg"])),
            Look(901, ["a.jpg": file(9, at: 900)]), trustingTimes: trustingTimes)
    }

    @Test func `another machine's late clock makes no file look old`() {
        expect(
            Look(0, ["a.jpg": file(9, at: -60)]),
            Look(2, ["a.jpg": file(9, at: -60)], tells: state(["a.jpg"])),
            Look(3, ["a.jpg": file(9, at: -60), "b.jpg": file(1, at: 3)]),
            Look(4, ["a.jpg": file(9, at: -60), "b.jpg": file(2, at: 4)]),
            Look(5, ["a.jpg": file(9, at: -60), "b.jpg": file(2, at: 4)]),
            Look(6, ["a.jpg": file(9, at: -60), "b.jpg": file(2, at: 4)], tells: state(["a.jpg", "b.jpg"])),
            trustingTimes: false, clockOffset: 600)
    }

    @Test func `a clock that is set back makes no file count as changing`() {
        var files = FileStability(rest: 2)
        let listing = ["a.jpg": FileStamp(bytes: 1, modified: 100, inode: 1)]
        files.look(listing, at: Moment(uptime: 0, clock: 200), trustingTimes: true)
        #expect(files.takeNews() == state(["a.jpg"]))
        files.look(listing, at: Moment(uptime: 1, clock: 100), trustingTimes: true)
        #expect(!files.isChanging("a.jpg") && !files.hasNews)
    }

    @Test(arguments: [Int64.min, .max])
    func `the farthest times are times`(modified: Int64) {
        var files = FileStability(rest: 2)
        let listing = ["a.jpg": FileStamp(bytes: 1, modified: modified, inode: 1)]
        files.look(listing, at: Moment(uptime: 0, clock: 200), trustingTimes: true)
        #expect(files.isChanging("a.jpg") == (modified > 0))
        files.look(listing, at: Moment(uptime: 2, clock: 202), trustingTimes: true)
        #expect(!files.isChanging("a.jpg"))
    }

    @Test func `news that waits for its reader stays fresh`() {
        var files = FileStability(rest: 10)
        let old = FileStamp(bytes: 1, modified: 0, inode: 1)
        let fresh = FileStamp(bytes: 1, modified: 1_001, inode: 1)
        files.look(["a.jpg": old], at: Moment(uptime: 0, clock: 1_000), trustingTimes: true)
        #expect(files.takeNews() == state(["a.jpg"]))
        files.look(["a.jpg": old, "b.jpg": old], at: Moment(uptime: 1, clock: 1_001), trustingTimes: true)
        files.look(["a.jpg": fresh, "b.jpg": old], at: Moment(uptime: 2, clock: 1_002), trustingTimes: true)
        #expect(files.takeNews() == state(["b.jpg"], changing: ["a.jpg"]))
        files.look(["a.jpg": old, "c.jpg": old], at: Moment(uptime: 3, clock: 1_003), trustingTimes: true)
        files.look(["a.jpg": fresh, "b.jpg": old], at: Moment(uptime: 4, clock: 1_004), trustingTimes: true)
        #expect(!files.hasNews)
    }

    @Test func `the next update is due when the first changing file may count as stable`() {
        var files = FileStability(rest: 10)
        func stamp(_ modified: Int64) -> FileStamp { FileStamp(bytes: 1, modified: modified, inode: 1) }
        files.look(
            ["old.jpg": stamp(0), "a.jpg": stamp(994), "b.jpg": stamp(997), "later.jpg": stamp(2_000)],
            at: Moment(uptime: 50, clock: 1_000), trustingTimes: true)
        #expect(files.due == 54)
        #expect(
            ["old.jpg", "a.jpg", "b.jpg", "later.jpg", "absent.jpg"].map(files.isChanging) == [
                false, true, true, true, false,
            ])
        files.look(["later.jpg": stamp(2_000)], at: Moment(uptime: 55, clock: 1_005), trustingTimes: true)
        #expect(files.due == 60)
        files.look(["later.jpg": stamp(2_000)], at: Moment(uptime: 60, clock: 1_010), trustingTimes: true)
        #expect(files.due == nil)
    }
}
