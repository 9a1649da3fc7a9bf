#if Film
    import FilmProtocol
    import Glibc

    /// Reads requests from the control socket.
    struct RequestInput {
        let descriptor: Int32

        /// The next request; nil where the parent has closed the socket, or writes something else.
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
#endif
