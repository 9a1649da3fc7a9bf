package import CCodecs

extension TableSet {
    /// Calls `body` with the tables of a quality, 1...100, which last as long as the call.
    package func withCodecTables<Value>(quality: Int, _ body: (inout CodecJPEGTables) -> Value) -> Value {
        let codes = codes ?? []
        // Each code begins where the one before it ends.
        let starts = codes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        let joined = codes.flatMap(\.self)
        return unsafe quantizers(quality: quality).flatMap(\.self).withUnsafeBufferPointer { quantizers in
            unsafe joined.withUnsafeBufferPointer { bytes in
                var tables = unsafe CodecJPEGTables()
                unsafe tables.quantizers = quantizers.baseAddress
                if let first = bytes.baseAddress, codes.count == 4 {
                    unsafe tables.codes = (first, first + starts[1], first + starts[2], first + starts[3])
                }
                return unsafe body(&tables)
            }
        }
    }
}
