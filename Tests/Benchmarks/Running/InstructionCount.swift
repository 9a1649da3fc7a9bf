import Foundation

/// Counts the instructions of a program, which hardly depend on what else the machine does.
struct InstructionCount {
    /// The program without debug information: valgrind cannot read that of Swift.
    private let stripped: String
    private let program: String
    private let scratch: ScratchFolder

    /// - Parameter program: Its path.
    init(of program: String) throws {
        self.program = program
        scratch = try ScratchFolder()
        stripped = scratch.path + "/program"
        _ = try ChildProcess.run(["/usr/bin/strip", "-g", "-o", stripped, program])
    }

    /// The instructions of one run of all threads, in user mode; nil where neither perf nor valgrind counts.
    func run(_ arguments: [String]) -> Double? {
        let perf = ["/usr/bin/perf", "stat", "-x,", "-e", "instructions:u", "--log-fd", "1", program]
        return number(perf + arguments, before: ",") ?? callgrind(arguments)
    }

    /// The same by callgrind, which runs one thread at a time and leaves out the extensions that it does not know.
    ///
    /// - Parameter function: Only what this C function and its callees take is counted; nil for all.
    func callgrind(_ arguments: [String], within function: String? = nil) -> Double? {
        var valgrind = ["/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1"]
        if let function { valgrind.append("--toggle-collect=\(function)") }
        return number(valgrind + [stripped] + arguments, after: "Collected : ")
    }

    /// The start of a command that counts instructions, system calls and calls of each function into a file.
    ///
    /// Hash tables are in the same order in each run, and the C library and libjpeg-turbo choose the same code on every
    /// x86-64.
    ///
    /// - Parameter options: Further ones of callgrind.
    func command(into file: String, options: [String] = []) throws -> [String] {
        let loaded = try DispatchCopy.make(for: program, in: scratch.path) ? ["LD_LIBRARY_PATH=" + scratch.path] : []
        return [
            "/usr/bin/env", "SWIFT_DETERMINISTIC_HASHING=1", "JSIMD_FORCESSE2=1",
            "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX,-AVX512F,-AVX512VL,-ERMS,-AVX_Fast_Unaligned_Load",
        ] + loaded + ["/usr/bin/valgrind", "--tool=callgrind", "--collect-systime=yes", "--callgrind-out-file=" + file]
            + options + [stripped]
    }

    /// The costs of one run of the program.
    func counts(_ arguments: [String]) throws -> ProgramCounts {
        var run: ChildProcess?
        return try counts(run: &run) { arguments }
    }

    /// The same of a program whose arguments are new for each of its three runs.
    ///
    /// - Parameter run: The one that nothing slows down.
    func counts(run: inout ChildProcess?, _ arguments: () throws -> [String]) throws -> ProgramCounts {
        let file = scratch.path + "/counts"
        _ = try ChildProcess.run(command(into: file) + arguments())
        var counts = try ProgramCounts(callgrind: file)
        let second = try ChildProcess.run([program] + arguments())
        if let bytes = second.bytes { counts.add(bytes) }
        counts[.systemCalls] = try ProgramCounts.systemCalls(of: [program] + arguments())
        run = second
        return counts
    }

    private func number(_ command: [String], before: String = "\n", after: String = "") -> Double? {
        guard let run = try? ChildProcess.run(command) else { return nil }
        let output = String(decoding: run.output, as: UTF8.self)
        let rest = after.isEmpty ? output[...] : output.components(separatedBy: after).dropFirst().last?[...] ?? ""
        return Double(rest.prefix { $0 != Character(before) }.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
