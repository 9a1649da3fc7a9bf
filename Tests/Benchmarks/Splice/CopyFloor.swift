import Foundation

/// Minimum cost of any way to assemble bytes: to copy them into warm memory.
final class CopyFloor {
    private let sources: [[UInt8]]
    private let target: UnsafeMutableRawPointer

    init(_ sources: [[UInt8]]) {
        self.sources = sources
        target = .allocate(byteCount: sources.reduce(0) { $0 + $1.count }, alignment: 64)
    }

    deinit { target.deallocate() }

    func run() {
        var offset = 0
        for source in sources {
            source.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                memcpy(target + offset, start, bytes.count)
            }
            offset += source.count
        }
    }

    /// Copies one source to the beginning.
    func copy(_ number: Int) {
        sources[number].withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            memcpy(target, start, bytes.count)
        }
    }
}
