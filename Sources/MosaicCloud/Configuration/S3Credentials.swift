/// What requests are signed with. No text of it has the values.
package struct S3Credentials: Sendable, CustomStringConvertible, CustomReflectable {
    let keyID: String
    let secret: String
    let sessionToken: String?

    /// Joins a key id, its secret and the token of a session.
    package init(keyID: String, secret: String, sessionToken: String? = nil) {
        self.keyID = keyID
        self.secret = secret
        self.sessionToken = sessionToken
    }

    /// The type alone: credentials are in no log.
    package var description: String { "S3Credentials" }

    /// Without children, for the same reason.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
