import Mosaic
import MosaicFixtures
import Testing

@testable import HTTPSemantics
@testable import MosaicServer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct ScreenshotFileTests {
    @Test func `what is not there is told from what cannot be opened`() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "file")
        let permit = try #require(DescriptorBudget(permits: 2).file())
        func file(_ name: String) throws -> ScreenshotFile? {
            try ScreenshotFile(
                path: folder.path(name), type: .jpeg, readers: .anyone, linksWithin: nil, permit: permit)
        }
        #expect(try file("file") != nil)
        for name in ["missing", "file/below", String(repeating: "a", count: 300)] { #expect(try file(name) == nil) }
        try Self.makeSocket(folder.path("socket"))
        let error = #expect(throws: MosaicError.self) { try file("socket") }
        #expect(error?.code == .unavailable)
    }

    /// Makes a name that exists and that nobody can open, whatever rights they have.
    private static func makeSocket(_ path: String) throws {
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }
}
