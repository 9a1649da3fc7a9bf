import HTTPTypes
import Hummingbird

extension HTTPFields {
    /// The fields as lines of HTTP/1.1, after those of the fields before them.
    func write(into buffer: inout ByteBuffer) {
        for field in self { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
    }

    /// The beginning of the head of an answer in HTTP/1.1: the line of its status, and the fields.
    func lines(after status: HTTPResponse.Status) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        write(into: &buffer)
        return buffer
    }
}
