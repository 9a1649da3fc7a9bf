import Foundation
import MosaicFixtures

/// A user without permission to write the tests' files.
enum OtherUser {
    /// A script that runs the tool: as root as another user, else as the same one, whom a folder's mode keeps from writing.
    /// Nil where that one cannot run it.
    static let script: String? = {
        guard let tool = BuiltTool.path else { return nil }
        let switching = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        let command = "\(switching)'\(tool)'"
        let trial = Process()
        trial.executableURL = URL(filePath: "/bin/sh")
        trial.arguments = ["-c", command + " --version >/dev/null 2>&1"]
        guard (try? trial.run()) != nil else { return nil }
        trial.waitUntilExit()
        return trial.terminationStatus == 0 ? "#!/bin/sh\nexec \(command) \"$@\"\n" : nil
    }()
}
