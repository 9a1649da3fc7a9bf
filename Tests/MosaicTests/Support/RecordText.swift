/// The text of records, to be compared.
enum RecordText {
    /// A record without what tells a file from another one of the same content: that depends on when it was read.
    static func withoutFileNumbers(_ record: [UInt8]) -> String {
        String(decoding: record, as: UTF8.self).replacing(#/, "(modified_ns|inode)": \d+/#, with: "")
    }
}
