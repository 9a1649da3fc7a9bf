/// The text of records, to be compared and changed.
enum RecordText {
    /// A record without the versions of files, which depend on when it was read.
    static func withoutVersions(_ record: [UInt8]) -> String {
        String(decoding: record, as: UTF8.self).replacing(#/, "version": "[^"]*"/#, with: "")
    }
}
