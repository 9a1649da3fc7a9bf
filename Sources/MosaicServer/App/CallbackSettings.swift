/// The callbacks that a server sends for jobs that have ended.
public struct CallbackSettings: Sendable {
    /// The URL that takes a POST for each job; nil sends none.
    public var url: String?
    /// Signs the requests by HMAC with SHA-256; 32 bytes or more.
    public var secret: Secret?
    /// Whether the URL may lead to private addresses, such as those of this machine.
    public var allowsPrivateAddresses = false
    /// Sends the requests; nil in a program without a client of HTTP.
    package var sender: (any CallbackSender)?

    /// No callbacks.
    public init() {}
}
