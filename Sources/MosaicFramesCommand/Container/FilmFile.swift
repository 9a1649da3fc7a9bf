#if Film
    import CFilm
    import CLibAV
    import FilmProtocol
    import Glibc

    /// The file of the film. The demuxer reads it through callbacks, and has no access to other files.
    final class FilmFile {
        /// Size of a read, in bytes. A key frame with 720 lines has about as many bytes, and a seek discards the rest.
        static let bufferBytes: Int32 = 32 << 10
        /// Size of the first read at a position of the header, in bytes; the header of a fragment is shorter.
        private static let firstBytes = 4 << 10

        private(set) var size: Int64
        /// Reports a size to libav that is one byte too large. Libav's MP4 demuxer takes a segment index that ends with
        /// the file for a list of all fragments. It would then know the pictures only of fragments that it has reached.
        var hidesSize = false
        private(set) var bytesRead: Int64 = 0
        private let descriptor: Int32
        private let progress: ProgressReporter
        private var position: Int64 = 0
        /// Offset after the bytes that were read last.
        private var lastEnd: Int64 = 0

        /// - Throws: ``FilmFailure`` if the descriptor does not refer to a regular file with bytes in it.
        init(descriptor: Int32, progress: ProgressReporter) throws(FilmFailure) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw FilmFailure(.system, "The film is not open (errno \(errno)).")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw FilmFailure(.unrecognized, "A film is a regular file; this is not one.")
            }
            guard status.st_size > 0 else { throw FilmFailure(.unrecognized, "The file is empty.") }
            size = Int64(status.st_size)
            self.descriptor = descriptor
            self.progress = progress
            advise()
        }

        /// Whether the header was read, so that pictures follow.
        var isOpened = false

        /// Whether libav receives zeros instead of the film's bytes, for packets of which only the times are wanted.
        var isBlank = false

        /// Whether the system reads ahead.
        var isReadInOrder = false {
            didSet { advise() }
        }

        private func advise() {
            posix_fadvise(descriptor, 0, 0, isReadInOrder ? POSIX_FADV_SEQUENTIAL : POSIX_FADV_RANDOM)
        }

        /// Ignores all bytes from a position on.
        func end(at position: Int64) { size = min(size, position) }

        /// The first `count` bytes; fewer in a shorter file.
        func beginning(_ count: Int) -> [UInt8] { bytes(count, at: 0) }

        /// Up to `count` bytes at a position; fewer at the end.
        func bytes(_ count: Int, at position: Int64) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
                filled = max(0, pread(descriptor, bytes.baseAddress, count, off_t(position)))
            }
        }

        /// Reports progress if it is due.
        func tick() { progress.tick(bytesRead: bytesRead) }

        /// Creates libav's context for reading the file. Free the context before the file.
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
            if isBlank { return fill(bytes, count: Int(min(Int64(count), max(0, size - position)))) }
            guard position < size else { return cfilm_error_eof }
            let rest = Int(min(Int64(count), size - position))
            let wanted = isOpened || position == lastEnd ? rest : min(rest, Self.firstBytes)
            while true {
                let read = pread(descriptor, bytes, wanted, off_t(position))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { return cfilm_error(errno) }
                guard read > 0 else { return cfilm_error_eof }
                position += Int64(read)
                bytesRead += Int64(read)
                lastEnd = position
                return Int32(read)
            }
        }

        private func fill(_ bytes: UnsafeMutablePointer<UInt8>?, count: Int) -> Int32 {
            guard count > 0, let bytes else { return cfilm_error_eof }
            bytes.update(repeating: 0, count: count)
            position += Int64(count)
            return Int32(count)
        }

        private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
            if origin & AVSEEK_SIZE != 0 { return hidesSize ? size + 1 : size }
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
