/// Whom a server tells of jobs that have ended.
public struct CallbackSettings: Sendable {
    /// The URL that takes a POST for each of them; nil tells nobody.
    public var url: String?
    /// Signs what is told, by HMAC with SHA-256; 32 bytes or more.
    public var secret: String?
    /// Whether the URL may lead to private addresses, such as those of this machine.
    public var allowsPrivateAddresses = false
    /// Sends what is told; nil in a program without a client of HTTP.
    package var sender: (any CallbackSender)?

    /// Nobody.
    public init() {}
}
