import Mosaic

/// Sends callbacks; the adapter has the client of HTTP.
package protocol CallbackSender: Sendable {
    /// Sends a POST and reads no answer but its status. It follows no redirect.
    ///
    /// - Returns: The status, 100...599.
    /// - Throws: `refused` where the URL leads to a private address and must not, `unavailable`.
    func send(_ request: CallbackRequest) async throws -> Int
}

/// One attempt to deliver a callback.
package struct CallbackRequest: Sendable {
    /// An `http` or `https` URL.
    package let url: String
    /// Fields besides those of the connection and the body's length.
    package let fields: [(name: String, value: String)]
    /// A JSON document.
    package let body: [UInt8]
    /// Whether the URL may lead to addresses that are not public.
    package let allowsPrivateAddresses: Bool
    /// Attempts before this one, 0 or more: of several addresses each one gets its turn.
    package let earlierAttempts: Int
}
