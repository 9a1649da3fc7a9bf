import NIOCore

extension Channel {
    /// Limits the system's send buffer, which would be megabytes for a client that reads slowly.
    func limitSending() throws {
        try syncOptions?.setOption(.socketOption(.so_sndbuf), value: 128 << 10)
    }
}
