import HTTPTypes
import Hummingbird

extension HTTPFields {
    /// The fields as lines of HTTP/1.1.
    var lines: ByteBuffer {
        var buffer = ByteBuffer()
        for field in self { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
        return buffer
    }
}
