import Foundation
import MosaicFixtures
import Testing

@testable import SystemMemory

struct PressureWatchTests {
    private let folder = TemporaryFolder()

    private var root: String { folder.path("") }

    private func write(_ text: String, to name: String) throws {
        try folder.makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
        try folder.write(Array(text.utf8), to: name)
    }

    private func stalls(_ some: Double, _ full: Double) -> String {
        "some avg10=\(some) avg60=0.00 avg300=0.00 total=12\nfull avg10=\(full) avg60=0.00 avg300=0.00 total=3\n"
    }

    @Test func `where the system tells nothing there is no watch`() throws {
        #expect(PressureWatch(root: root) == nil)
        try write("0::/service\n", to: "proc/self/cgroup")
        try write("max\n", to: "sys/fs/cgroup/service/memory.max")
        try write("12\n", to: "sys/fs/cgroup/service/memory.current")
        #expect(PressureWatch(root: root) == nil, "without a limit nothing is near it")
        try write("nonsense\n", to: "proc/pressure/memory")
        #expect(PressureWatch(root: root) == nil)
    }

    @Test func `time that is lost tells how short memory is, for as long as it is`() throws {
        try write(stalls(0, 0), to: "proc/pressure/memory")
        var watch = try #require(PressureWatch(root: root))
        let steps: [(some: Double, full: Double, pressure: PressureLevel?)] = [
            (9.99, 0, nil), (10, 0, .low), (30, 4.99, .low), (30, 5, .critical), (40, 9, .critical), (1, 0, nil),
            (12, 0, .low),
        ]
        for step in steps {
            try write(stalls(step.some, step.full), to: "proc/pressure/memory")
            #expect(watch.look() == step.pressure, "\(step)")
        }
    }

    @Test(arguments: ["sys/fs/cgroup/a/b", "sys/fs/cgroup/unified/a/b"])
    func `the process's own cgroup counts, and not the machine`(place: String) throws {
        try write("12:memory:/else\n0::/a/b\n", to: "proc/self/cgroup")
        try write(stalls(50, 50), to: "proc/pressure/memory")
        try write(stalls(0, 0), to: "\(place)/memory.pressure")
        var watch = try #require(PressureWatch(root: root))
        #expect(watch.look() == nil)
        try write(stalls(50, 0), to: "\(place)/memory.pressure")
        #expect(watch.look() == .low)
    }

    @Test func `memory is short near the limit of its cgroup, not counting cached files`() throws {
        try write("0::/\n", to: "proc/self/cgroup")
        let place = "sys/fs/cgroup"
        try write("max\n", to: "\(place)/memory.high")
        try write("1000\n", to: "\(place)/memory.max")
        try write("0\n", to: "\(place)/memory.current")
        var watch = try #require(PressureWatch(root: root))
        let steps: [(current: Int, files: Int, kills: Int, pressure: PressureLevel?)] = [
            (899, 0, 0, nil), (1_000, 200, 0, nil), (1_000, 100, 0, .low), (900, 0, 0, .low), (950, 0, 0, .critical),
            (100, 0, 0, nil), (100, 0, 1, .critical), (100, 0, 1, nil), (100, 500, 1, nil),
        ]
        for step in steps {
            try write("\(step.current)\n", to: "\(place)/memory.current")
            try write("anon 5\ninactive_file \(step.files)\n", to: "\(place)/memory.stat")
            try write("low 0\nhigh 7\nmax 7\noom 0\noom_kill \(step.kills)\n", to: "\(place)/memory.events")
            #expect(watch.look() == step.pressure, "\(step)")
        }
        try write("110\n", to: "\(place)/memory.high")
        try write("anon 5\n", to: "\(place)/memory.stat")
        #expect(watch.look() == .low, "the lower limit counts")
    }

    @Test(arguments: ["docker/a", ""])
    func `a cgroup of the first version counts as one of the second does`(below: String) throws {
        // In a container, the folder that the line names is not there.
        try write("3:cpu:/a\n9:hugetlb,memory:/docker/a\n0::/docker/a\n", to: "proc/self/cgroup")
        let place = "sys/fs/cgroup/memory/" + below
        try write("9223372036854771712\n", to: "\(place)/memory.limit_in_bytes")
        try write("0\n", to: "\(place)/memory.usage_in_bytes")
        #expect(PressureWatch(root: root) == nil, "that is no limit")
        try write("1000\n", to: "\(place)/memory.limit_in_bytes")
        var watch = try #require(PressureWatch(root: root))
        let steps: [(used: Int, files: Int, kills: Int, pressure: PressureLevel?)] = [
            (899, 0, 0, nil), (1_000, 200, 0, nil), (1_000, 100, 0, .low), (950, 0, 0, .critical), (100, 0, 0, nil),
            (100, 0, 1, .critical), (100, 0, 1, nil),
        ]
        for step in steps {
            try write("\(step.used)\n", to: "\(place)/memory.usage_in_bytes")
            try write("inactive_file 7\ntotal_inactive_file \(step.files)\n", to: "\(place)/memory.stat")
            try write("oom_kill_disable 0\nunder_oom 0\noom_kill \(step.kills)\n", to: "\(place)/memory.oom_control")
            #expect(watch.look() == step.pressure, "\(step)")
        }
    }

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/proc/pressure/memory"), "the kernel tells nothing"))
    func `reads the pressure of this machine`() {
        var watch = PressureWatch()
        #expect(watch != nil)
        _ = watch?.look()
    }
}
