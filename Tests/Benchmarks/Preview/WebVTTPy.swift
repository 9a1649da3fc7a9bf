import Foundation

/// webvtt-py reading the same track, where it is installed.
enum WebVTTPy {
    private static let script = """
        import statistics, sys, time, webvtt
        times = []
        for _ in range(5):
            start = time.thread_time_ns()
            len(webvtt.read(sys.argv[1]))
            times.append(time.thread_time_ns() - start)
        print(statistics.median(times) / 1e6)
        """

    /// Processor time; nil without Python or webvtt-py.
    static func milliseconds(_ path: String) throws -> Double? {
        guard let python = Python.path(importing: "webvtt") else { return nil }
        let output = try ChildProcess.run([python, "-c", script, path]).output
        return Double(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
