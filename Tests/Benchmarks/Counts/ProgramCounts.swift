import Foundation

/// Costs of a piece of work that hardly depend on the machine.
struct ProgramCounts {
    enum Kind: String, CaseIterable {
        case instructions, allocations
        case systemCalls = "system calls"
        case bytesRead = "bytes read"
        case bytesWritten = "bytes written"
        case decodes
    }

    private(set) var values: [Kind: Double]

    init(_ values: [Kind: Double]) { self.values = values }

    /// These kinds of counts alone.
    func only(_ kinds: Set<Kind>) -> ProgramCounts { ProgramCounts(values.filter { kinds.contains($0.key) }) }

    subscript(kind: Kind) -> Double? {
        get { values[kind] }
        set { values[kind] = newValue }
    }

    /// The costs for each of `pieces` by which one run did more than another.
    static func between(_ few: ProgramCounts, _ many: ProgramCounts, pieces: Int) -> ProgramCounts {
        ProgramCounts(
            many.values.merging(few.values) { ($0 - $1) / Double(pieces) })
    }

    /// Adds the bytes that a process has read and written.
    mutating func add(_ bytes: ChildProcess.ByteCounts) {
        self[.bytesRead] = Double(bytes.read)
        self[.bytesWritten] = Double(bytes.written)
    }
}

extension ProgramCounts {
    /// Prints instructions, system calls and allocations of a file of callgrind with `--collect-systime=yes`, and the
    /// instructions of one call of each function of `parts`, added up.
    ///
    /// A name stands behind its number at its first place only. The benchmark program's own `malloc` calls that of the C
    /// library, which is one allocation. https://valgrind.org/docs/manual/cl-format.html
    private static let script = """
        function allocates(name) { return name ~ /^(malloc|calloc|realloc|memalign|posix_memalign|aligned_alloc)$/ }
        /^c?fn=/ {
            key = $1; sub(/^c?fn=/, "", key)
            if (NF > 1) names[key] = $2
            if (/^c/) callee = names[key]; else caller = names[key]
        }
        BEGIN { count = split(parts, patterns, " ") }
        /^calls=/ {
            times = substr($1, 7)
            if (allocates(callee) && !allocates(caller)) allocations += times
            getline
            for (part = 1; part <= count; part++)
                if (callee ~ patterns[part]) { calls[part] += times; costs[part] += $2 }
        }
        /^(totals|summary): / { instructions = $2; system_calls = $3 }
        END {
            for (part = 1; part <= count; part++) sum += calls[part] ? costs[part] / calls[part] : -1e300
            printf "%.0f %.0f %.0f %.0f", instructions, system_calls, allocations, sum
        }
        """

    /// Reads a file of callgrind.
    ///
    /// - Parameter functions: Patterns of symbols; if there are any, the instructions of one call of each are counted alone.
    init(callgrind file: String, functions: [String] = []) throws {
        let parts = "parts=" + functions.joined(separator: " ")
        let run = try ChildProcess.run([ChildProcess.required("awk"), "-v", parts, Self.script, file])
        let numbers = String(decoding: run.output, as: UTF8.self).split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4, numbers[0] > 0, numbers[3] >= 0 else {
            throw ChildProcess.Failure(description: "callgrind has counted no calls of \(functions).")
        }
        self.init(
            functions.isEmpty
                ? [.instructions: numbers[0], .systemCalls: numbers[1], .allocations: numbers[2]]
                : [.instructions: numbers[3]])
    }

    /// The system calls of a command and its children on files and descriptors; those of threads differ from run to run, as
    /// do the arenas that the C library maps for them.
    static func systemCalls(of command: [String], environment: [String: String] = [:]) throws -> Double {
        let folder = try ScratchFolder()
        let summary = folder.path + "/summary"
        let strace = [try ChildProcess.required("strace"), "-f", "-c", "-e", "trace=%file,%desc", "-o", summary]
        // The loader looks for libraries in a folder for each of some features of the processor, AVX-512 among them.
        let fixed = ["MALLOC_ARENA_MAX": "1", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512CD"]
        _ = try ChildProcess.run(strace + command, environment: environment.merging(fixed) { $1 })
        let lines = try String(contentsOfFile: summary, encoding: .utf8).split(separator: "\n")
        let total = lines.last { $0.hasSuffix(" total") }?.split(separator: " ").dropFirst(3).first
        guard let count = total.flatMap({ Double($0) }) else {
            throw ChildProcess.Failure(description: "strace has counted no system calls of \(command[0]).")
        }
        return count
    }
}
