import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct DiskFlushTests {
    @Test func `a folder is flushed, also the working one`() throws {
        let folder = TemporaryFolder()
        try DiskFlush.flush(folder: folder.path)
        try DiskFlush.flush(folder: "")
    }

    @Test func `a folder that cannot be flushed is an error`() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "file")
        for name in ["absent", "file"] {
            let error = fileError { try DiskFlush.flush(folder: folder.path(name)) }
            #expect(error?.code == .unavailable && error?.subject == name)
            #expect(error?.reason.contains("cannot be flushed to the disk") == true)
        }
    }

    #if os(Linux)
        @Test func `accepts a file system that cannot flush a folder`() throws {
            try DiskFlush.flush(folder: "/proc")
        }
    #endif
}
