#if Film
    import FilmProtocol
    import Glibc

    /// Tells the parent once a second that there is work, so that it does not take the child for stuck.
    final class ProgressReporter {
        /// Microseconds of the film that were read.
        var time: Int64 = 0
        private let output: RecordOutput
        private var last = ProgressReporter.now

        init(output: RecordOutput) { self.output = output }

        /// Writes a record where the last is a second old.
        func tick(bytesRead: Int64) {
            let now = Self.now
            guard now - last >= 1_000_000_000 else { return }
            last = now
            output.write(.progress(FilmProgress(time: time, bytesRead: bytesRead)))
        }

        /// Nanoseconds.
        private static var now: Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }
#endif
