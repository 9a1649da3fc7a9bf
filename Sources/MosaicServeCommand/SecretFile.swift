import CommandSupport
import Foundation

/// A file that holds what others must not know.
struct SecretFile {
    let path: String

    /// Reads a secret: the file without the line end that an editor or `echo` appends.
    ///
    /// - Throws: `notFound` where nothing is there, `limitExceeded`, `unavailable`.
    func secret() throws -> [UInt8] {
        var bytes = try LocalFile.read(path, limit: 65_536)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// Says so where everyone on the machine can read it.
    func warnWhereOthersReadIt() {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let permissions = attributes?[.posixPermissions] as? NSNumber, permissions.intValue & 0o004 != 0 else {
            return
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        StandardError.print("mosaic: \(name) holds a secret, and everyone on this machine can read it.")
    }
}
