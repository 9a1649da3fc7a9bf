import Foundation
import MosaicFixtures
import TestSupport

/// A user without permission to write the tests' files.
enum OtherUser {
    /// A script that runs the tool: as root as another user, else as the same one, whom a folder's mode keeps from writing.
    /// Nil where that one cannot run it.
    static let script: String? = {
        guard let tool = BuiltTool.path else { return nil }
        let switching = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        let command = "\(switching)'\(tool)'"
        let trial = try? FinishedProgram("/bin/sh", ["-c", command + " --version"])
        return trial?.status == 0 ? "#!/bin/sh\nexec \(command) \"$@\"\n" : nil
    }()
}
