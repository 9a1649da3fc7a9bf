#if Film
    import CFilm
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil
    import FilmRecords
    import Glibc

    /// The file of the film, which the demuxer reads through callbacks: it never learns of any other file.
    final class FilmFile {
        /// The size of a read. A key frame of a film of 720 lines has about as many bytes, and seeks throw the rest away.
        static let bufferBytes: Int32 = 32 << 10

        let size: Int64
        private(set) var bytesRead: Int64 = 0
        private let descriptor: Int32
        private let progress: ProgressReporter
        private var position: Int64 = 0

        /// - Throws: ``FilmFailure`` where the descriptor is no regular file with bytes in it.
        init(descriptor: Int32, progress: ProgressReporter) throws(FilmFailure) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw FilmFailure(.system, "The film is not open (errno \(errno)).")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw FilmFailure(.unrecognized, "A film is a regular file; this is none.")
            }
            guard status.st_size > 0 else { throw FilmFailure(.unrecognized, "The file is empty.") }
            size = Int64(status.st_size)
            self.descriptor = descriptor
            self.progress = progress
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
        }

        /// The first bytes.
        func beginning(_ count: Int) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
                filled = max(0, pread(descriptor, bytes.baseAddress, count, 0))
            }
        }

        /// Tells progress where it is due.
        func tick() { progress.tick(bytesRead: bytesRead) }

        /// What libav reads by; it has to be closed before the file goes.
        func makeContext() -> UnsafeMutablePointer<AVIOContext> {
            let buffer = allocated(av_malloc(Int(Self.bufferBytes))).assumingMemoryBound(to: UInt8.self)
            let context = avio_alloc_context(
                buffer, Self.bufferBytes, 0, Unmanaged.passUnretained(self).toOpaque(),
                { file, bytes, count in FilmFile.of(file).read(into: bytes, count: Int(count)) }, nil,
                { file, offset, origin in FilmFile.of(file).seek(offset, origin) })
            return allocated(context)
        }

        private static func of(_ pointer: UnsafeMutableRawPointer?) -> FilmFile {
            Unmanaged.fromOpaque(allocated(pointer)).takeUnretainedValue()
        }

        private func read(into bytes: UnsafeMutablePointer<UInt8>?, count: Int) -> Int32 {
            tick()
            while true {
                let read = pread(descriptor, bytes, count, off_t(position))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { return cfilm_error(errno) }
                guard read > 0 else { return cfilm_error_eof }
                position += Int64(read)
                bytesRead += Int64(read)
                return Int32(read)
            }
        }

        private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
            if origin & AVSEEK_SIZE != 0 { return size }
            let base: Int64 =
                switch origin & ~AVSEEK_FORCE {
                case SEEK_CUR: position
                case SEEK_END: size
                default: 0
                }
            let (target, isTooFar) = base.addingReportingOverflow(offset)
            guard !isTooFar, target >= 0 else { return Int64(cfilm_error(EINVAL)) }
            position = target
            return target
        }
    }
#endif
