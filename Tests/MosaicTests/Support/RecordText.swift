/// The text of records, to be compared and changed.
enum RecordText {
    /// A record without the versions of files, which depend on when it was read.
    static func withoutVersions(_ record: [UInt8]) -> String {
        String(decoding: record, as: UTF8.self).replacing(#/, "version": "[^"]*"/#, with: "")
    }

    /// A record as number 1 had it, with the inode and the time of writing of each file.
    static func ofNumber1(_ record: [UInt8]) -> String {
        String(decoding: record, as: UTF8.self).replacing("\"version\": 2,", with: "\"version\": 1,")
            .replacing(#/"version": "(\d+):\d+:(\d+):\d+"/#) { "\"modified_ns\": \($0.2), \"inode\": \($0.1)" }
    }
}
