import HummingbirdTesting
import NIOCore

extension TestResponse {
    var bytes: [UInt8] { Array(body.readableBytesView) }

    var text: String { String(decoding: body.readableBytesView, as: UTF8.self) }
}
