import Testing

@testable import SystemMemory

struct ControlGroupTests {
    @Test func `the pressure files of a cgroup are found by the membership, and those of the machine come last`() {
        func files(_ membership: String) -> [String] { ControlGroup(membership: membership).pressureFiles }
        #expect(
            files("12:memory:/x\n0::/user.slice/a.scope\n") == [
                "/sys/fs/cgroup/user.slice/a.scope/memory.pressure",
                "/sys/fs/cgroup/unified/user.slice/a.scope/memory.pressure", "/proc/pressure/memory",
            ])
        #expect(files("0::/\n").first == "/sys/fs/cgroup/memory.pressure")
        #expect(files("") == ["/proc/pressure/memory"])
    }

    @Test func `the memory controller of the first version is found among others`() {
        let group = ControlGroup(membership: "3:cpu:/a\n9:hugetlb,memory:/docker/a\n", root: "/r")
        #expect(group.memory == ["/r/sys/fs/cgroup/memory/docker/a", "/r/sys/fs/cgroup/memory"])
        #expect(group.unified.isEmpty)
    }
}
