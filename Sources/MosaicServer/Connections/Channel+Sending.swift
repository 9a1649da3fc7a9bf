import NIOCore

extension Channel {
    /// Limits what the system buffers for a client, which would be megabytes for one that reads slowly.
    func limitSending() throws {
        try syncOptions?.setOption(.socketOption(.so_sndbuf), value: 128 << 10)
    }
}
