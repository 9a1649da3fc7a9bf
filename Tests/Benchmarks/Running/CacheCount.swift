import Foundation

/// Instructions and misses of this program in a child process, counted by callgrind with a first cache of 32 KiB, 8
/// lines a set.
struct CacheCount {
    let instructions: Double
    /// Reads and writes of data that the first cache did not have.
    let misses: Double

    init(instructions: Double, misses: Double) {
        self.instructions = instructions
        self.misses = misses
    }

    /// - Returns: Nil where valgrind does not count.
    init?(of arguments: [String]) throws {
        // valgrind cannot read the debug information of Swift.
        let scratch = try ScratchFolder()
        let own = scratch.path + "/bench"
        _ = try ChildProcess.run(["/usr/bin/strip", "-g", "-o", own, ChildProcess.ownPath])
        let valgrind = [
            "/usr/bin/valgrind", "--tool=callgrind", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64",
            "--LL=8388608,16,64", "--callgrind-out-file=/dev/null", "--log-fd=1", own,
        ]
        guard let run = try? ChildProcess.run(valgrind + arguments) else { return nil }
        let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
        // Ir Dr Dw I1mr D1mr D1mw and those of the last cache.
        guard let line = lines.last(where: { $0.contains("Collected : ") }) else { return nil }
        let counts = line.components(separatedBy: "Collected : ")[1].split(separator: " ").compactMap { Double($0) }
        guard counts.count >= 6 else { return nil }
        self.init(instructions: counts[0], misses: counts[4] + counts[5])
    }
}
