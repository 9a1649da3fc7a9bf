import Foundation
import Testing

@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct MosaicErrorWatchingTests {
    @Test(arguments: [
        (ENOSPC, "max_user_watches"), (EMFILE, "max_user_instances"), (ENFILE, "file-max"),
    ])
    func `an exhausted limit is reported with its setting and with --poll`(code: Int32, setting: String) {
        let error = FileError(watching: "shots", SystemFailure(code: code))
        #expect(error.code == .unavailable && error.subject == "shots")
        #expect(error.reason.contains(setting))
        #expect(error.reason.contains("--poll"))
        #expect(!error.reason.contains("disk"))
        #if os(Linux)
            #expect(error.reason.firstMatch(of: /\(now [0-9]+\)/) != nil)
        #endif
    }

    @Test func `any other refusal says why`() {
        let error = FileError(watching: "shots", SystemFailure(code: EACCES))
        #expect(error == FileError(.unavailable, "shots", "The folder cannot be watched: access is denied."))
    }
}
