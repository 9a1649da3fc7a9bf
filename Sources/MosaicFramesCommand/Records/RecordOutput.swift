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
#endif
