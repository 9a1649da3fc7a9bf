/// A page of a channel's uploads, as YouTube's API answers it.
public struct UploadsPage: Sendable {
    /// The token of the page behind this one; nil on the last one.
    public let nextPageToken: String?
}
