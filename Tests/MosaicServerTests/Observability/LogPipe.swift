import Foundation

@testable import MosaicServer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A pipe for a log, with its reading end.
final class LogPipe: Sendable {
    let output: LogOutput
    /// Where the log is written.
    let writing: Int32
    private let reading: Int32

    static let blank = LogLine(format: .text, label: "test")

    /// - Parameter capacity: Bytes that wait to be written.
    init(capacity: Int = 1 << 20) {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
        output = LogOutput(descriptor: writing, capacity: capacity)
    }

    /// Logs a line.
    func write(_ text: String) { output.write(Array("\(text)\n".utf8), Self.blank) }

    /// Closes the reading end.
    func closeReading() { _ = Foundation.close(reading) }

    /// Makes the writing end non-blocking.
    func neverWait() { _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK) }

    /// Reads up to `limit` unread bytes; waits for the first.
    func read(_ limit: Int = 1 << 20) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        #if canImport(Glibc)
            let count = Glibc.read(reading, &bytes, limit)
        #else
            let count = Darwin.read(reading, &bytes, limit)
        #endif
        return Array(bytes.prefix(max(count, 0)))
    }

    /// The lines that are written while `work` runs.
    func lines(_ work: @Sendable () async throws -> Void) async rethrows -> [String] {
        async let text = readToEnd()
        do {
            try await work()
            await close()
        } catch {
            await close()
            throw error
        }
        return await text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func close() async {
        await output.flush(within: .seconds(60))
        _ = Foundation.close(writing)
    }

    /// Reads where no task waits on a thread that the writers need.
    private func readToEnd() async -> String {
        await withCheckedContinuation { done in
            Thread.detachNewThread { [self] in
                var all: [UInt8] = []
                while true {
                    let some = read()
                    if some.isEmpty { break }
                    all += some
                }
                done.resume(returning: String(decoding: all, as: UTF8.self))
            }
        }
    }
}
