import Foundation
import MosaicFixtures
import Testing
import TestSupport

/// A disk that scripts use and abuse: mounted as `disk` where only the script's processes see it, which end with it.
struct MountedDisk {
    /// Loses, when a script says `cut_power`, everything that was not flushed to it.
    static let losing = MountedDisk(
        prelude: """
            truncate -s 64M image
            mkfs.ext4 -q -F image
            mkdir disk
            # The file system writes nothing by itself.
            mount -o loop,commit=600 image disk
            # FS_IOC_SHUTDOWN without a last flush; then everything that has files open there is killed, and the disk is
            # looked at anew.
            cut_power() {
                perl -e 'open(my $disk, "<", "disk") or die "$!"; my $how = pack("L", 2);
                    ioctl($disk, 0x8004587d, $how) or die "$!"'
                # All but this shell, which is the first process of its own name space.
                kill -KILL -1 || true
                wait || true
                umount disk
                mount -o loop,commit=600 image disk
            }
            # Holds the catalog open, so that nobody who closes it moves the log into it.
            hold_catalog() {
                sleep 600 | sqlite3 -cmd 'SELECT count(*) FROM job' disk/library/.mosaic-catalog.sqlite >held &
                until [ -s held ]; do sleep 0.05; done
            }

            """)
    /// Is full when a script says `fill`.
    static let small = MountedDisk(
        prelude: """
            mkdir disk
            mount -t tmpfs -o size=6m tmpfs disk
            fill() { cat /dev/zero >disk/filler 2>/dev/null || true; }

            """)

    private let prelude: String

    /// Whether a script can run here, which needs root and its programs.
    func works(_ script: String) -> Bool {
        let workplace = Workplace()
        return (try? run("command -v sqlite3 curl; " + script, in: workplace))?.status == 0
    }

    /// Runs a script in the workplace's folder to its end; `mosaic` is the built tool.
    func run(_ script: String, in workplace: Workplace) throws -> (status: Int32?, output: String) {
        let tools = URL(filePath: BuiltTool.path ?? "").deletingLastPathComponent().path
        let path = "\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let run = try FinishedProgram(
            "/usr/bin/unshare",
            [
                "--mount", "--propagation", "private", "--pid", "--fork", "--mount-proc", "--kill-child", "bash", "-c",
                "set -euo pipefail\n" + prelude + script,
            ], in: workplace.folder.path, environment: ["PATH": path], joinsErrors: true)
        return (run.status, run.text)
    }
}
