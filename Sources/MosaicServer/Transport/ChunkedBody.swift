import Hummingbird

/// A body that is made while it is sent, as far as there are permits.
struct ChunkedBody: Sendable {
    /// Makes the bytes at these offsets, at least one of them.
    let read: @Sendable (Range<Int>) async throws -> ByteBuffer

    /// Sends part of it.
    func body(_ offsets: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: offsets.count) { writer in
            var rest = offsets
            while !rest.isEmpty {
                let count = try await writer.reserve(min(rest.count, InFlightBudget.chunk))
                let bytes = try await read(rest.prefix(count))
                try await writer.write(bytes)
                rest = rest.lowerBound + bytes.readableBytes..<rest.upperBound
            }
            try await writer.finish(nil)
        }
    }
}
