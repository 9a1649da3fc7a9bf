import NIOCore

/// The beginning of a connection.
///
/// A server that stops drops the connections that it has accepted and not taken yet. A `NIOAsyncChannel` that is dropped
/// ends the process ([swift-nio, issue 2813](https://github.com/apple/swift-nio/issues/2813)), and the first bytes of a
/// connection make one: so a connection is read only once the server has taken it.
extension Channel {
    /// Leaves the bytes of an accepted connection unread; call it on the event loop.
    ///
    /// - Throws: Errors of the channel.
    func holdReading() throws { try syncOptions?.setOption(.autoRead, value: false) }

    /// Reads a connection that the server has taken.
    ///
    /// - Throws: Errors of a channel that is closed.
    func startReading() async throws { try await setOption(.autoRead, value: true).get() }
}
