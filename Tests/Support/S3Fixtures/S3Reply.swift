package import NIOCore

/// The answer of an ``S3Server``.
package struct S3Reply: Sendable {
    /// The status.
    package var status: Int
    /// Header fields; a length among them replaces the true one.
    package var headers: [(name: String, value: String)]
    /// The bytes; of an answer to HEAD those that GET would have.
    package var body: ByteBuffer

    /// An answer with bytes.
    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: ByteBuffer = ByteBuffer()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer with text.
    package init(_ status: Int, headers: [(name: String, value: String)] = [], text: String) {
        self.init(status, headers: headers, body: ByteBuffer(string: text))
    }

    /// S3's error document.
    package static func error(
        _ status: Int, _ code: String, _ message: String = "",
        headers: [(name: String, value: String)] = [], more: String = ""
    ) -> S3Reply {
        S3Reply(
            status, headers: headers + [("Content-Type", "application/xml")],
            text: """
                <?xml version="1.0" encoding="UTF-8"?>
                <Error><Code>\(code)</Code><Message>\(message)</Message>\(more)<RequestId>1</RequestId></Error>
                """)
    }
}
