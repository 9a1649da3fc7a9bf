import Foundation

/// Counts the instructions of a program, which hardly depend on what else the machine does.
struct InstructionCount {
    /// What valgrind may run: it cannot read the debug information of Swift.
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

    private func number(_ command: [String], before: String = "\n", after: String = "") -> Double? {
        guard let run = try? ChildProcess.run(command) else { return nil }
        let output = String(decoding: run.output, as: UTF8.self)
        let rest = after.isEmpty ? output[...] : output.components(separatedBy: after).dropFirst().last?[...] ?? ""
        return Double(rest.prefix { $0 != Character(before) }.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
