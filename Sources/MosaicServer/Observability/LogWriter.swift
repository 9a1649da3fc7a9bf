import MosaicLibrary

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes batches of lines to a descriptor, and counts the lines that cannot be written.
struct LogWriter {
    private let descriptor: Int32
    /// Whether the last line was written completely.
    private var isWhole = true
    /// Lines that were not written because of an error.
    private var lost = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a batch; blocks while the output is blocked. Failed lines are reported in a line before the next batch.
    mutating func write(_ batch: LogOutput.Batch) {
        if lost > 0, write(all: batch.style.line(dropped: lost)) == 0 { lost = 0 }
        let unwritten = write(all: batch.lines)
        lost += batch.lines.suffix(unwritten).count { $0 == UInt8(ascii: "\n") }
        guard batch.dropped > 0 else { return }
        if unwritten > 0 || write(all: batch.style.line(dropped: batch.dropped)) > 0 { lost += batch.dropped }
    }

    /// Writes whole lines.
    ///
    /// - Returns: How many bytes at the end were not written.
    private mutating func write(all lines: [UInt8]) -> Int {
        // After an incomplete line a new line begins.
        let bytes = isWhole ? lines : [UInt8(ascii: "\n")] + lines
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Self.pieceLength))
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, piece, piece.count)
            #else
                let count = Darwin.write(descriptor, piece, piece.count)
            #endif
            if count > 0 {
                rest = rest.dropFirst(count)
                isWhole = piece[count - 1] == UInt8(ascii: "\n")
            } else if count < 0, errno == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        return min(rest.count, lines.count)
    }

    /// Bytes that are written at a time.
    private static let pieceLength = 64 << 10
}
