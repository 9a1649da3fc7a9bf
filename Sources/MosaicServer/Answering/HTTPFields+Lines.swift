import HTTPTypes
import Hummingbird

extension HTTPFields {
    /// The fields as HTTP/1.1 writes them, each with the end of its line.
    var lines: ByteBuffer {
        var buffer = ByteBuffer()
        for field in self { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
        return buffer
    }
}
