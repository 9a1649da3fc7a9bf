#if Film
    import FilmProtocol
    import Glibc

    /// Writes records to a descriptor. The process exits if the reader has closed it.
    struct RecordOutput {
        let descriptor: Int32

        func write(_ record: FilmRecord) {
            record.bytes.withUnsafeBytes(write)
        }

        /// Writes a picture without a copy of its planes.
        func write(_ picture: FilmPicture, planes: [UInt8]) {
            let planes = picture.outcome.hasPlanes ? planes : []
            picture.head(planeBytes: planes.count).withUnsafeBytes(write)
            planes.withUnsafeBytes(write)
        }

        private func write(_ bytes: UnsafeRawBufferPointer) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { exit(1) }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Reads requests from the control socket.
    struct RequestInput {
        let descriptor: Int32

        /// The next request; nil if the parent has closed the socket, or has written other data.
        func next() -> FilmRequest? {
            guard let head = read(FilmRequest.headBytes), let (empty, count) = FilmRequest.head(head),
                let rest = read(count * FilmRequest.frameBytes)
            else { return nil }
            var request = empty
            request.frames.reserveCapacity(count)
            for start in stride(from: 0, to: rest.count, by: FilmRequest.frameBytes) {
                guard let frame = FilmRequest.frame(rest[start..<start + FilmRequest.frameBytes]) else { return nil }
                request.frames.append(frame)
            }
            return request
        }

        private func read(_ count: Int) -> [UInt8]? {
            var isWhole = true
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
                while filled < count {
                    let read = Glibc.read(descriptor, bytes.baseAddress.map { $0 + filled }, count - filled)
                    if read < 0, errno == EINTR { continue }
                    guard read > 0 else {
                        isWhole = false
                        return
                    }
                    filled += read
                }
            }
            return isWhole ? bytes : nil
        }
    }

    /// Reports progress to the parent at most once a second, so that the parent does not take the process for stuck.
    final class ProgressReporter {
        /// Time in the film that was reached, in microseconds.
        var time: Int64 = 0
        private let output: RecordOutput
        private var last = ProgressReporter.now

        init(output: RecordOutput) { self.output = output }

        /// Writes a record if the last one is at least a second old.
        func tick(bytesRead: Int64) {
            let now = Self.now
            guard now - last >= 1_000_000_000 else { return }
            last = now
            output.write(.progress(FilmProgress(time: time, bytesRead: bytesRead)))
        }

        /// Monotonic time in nanoseconds.
        private static var now: Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }
#endif
