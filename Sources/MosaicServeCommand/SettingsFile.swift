import CommandSupport
import Configuration
import Foundation
import Mosaic

/// A settings file: one JSON object with the settings' keys and values.
struct SettingsFile {
    /// The file's name, without its folder.
    let name: String
    let values: JSONSnapshot

    /// Reads the file.
    ///
    /// - Throws: `notFound`; `limitExceeded`; `unavailable`; `malformed`, for example for an unknown setting or a value
    ///   of another type.
    init(path: String) throws {
        name = URL(fileURLWithPath: path).lastPathComponent
        let bytes = try LocalFile.read(path, limit: 1 << 20)
        if bytes.isEmpty { throw MosaicError(.malformed, name, "The file is empty; it has to be one JSON object, {}.") }
        if let syntax = JSONSyntaxError(in: bytes) {
            let place = syntax.place(in: bytes)
            let fault = syntax.isCutOff ? "it is cut off after \(place)" : "\(place) is not valid JSON"
            throw MosaicError(.malformed, name, "The file has to be one JSON object; \(fault).")
        }
        guard let shapes = try? JSONDecoder().decode([String: Shape].self, from: Data(bytes)) else {
            throw MosaicError(.malformed, name, "The file has to be one JSON object, {\"port\": 8080}.")
        }
        let keys = Setting.all.map(\.key)
        let unknown = Set(shapes.keys).subtracting(keys).sorted()
        guard unknown.isEmpty else {
            let meant = unknown.first.flatMap { EditDistance.nearest(to: $0, among: keys) }
            throw MosaicError(
                .malformed, name,
                "There is no setting \(unknown.joined(separator: ", ")).\(meant.map { " Did you mean \($0)?" } ?? "")")
        }
        // Compares the types, because swift-configuration would convert between `true` and 1.
        for setting in Setting.all {
            guard let shape = shapes[setting.key], shape != .null, shape != Shape(of: setting.type) else { continue }
            let isQuoted = shape == .text && Shape(of: setting.type) != .list
            throw MosaicError(
                .malformed, name, "\(setting.key) takes \(setting.words)\(isQuoted ? ", without quotes" : "").")
        }
        let secrets = Set(Setting.all.filter(\.isSecret).map(\.key))
        let options = JSONSnapshot.ParsingOptions(secretsSpecifier: .specific(secrets))
        do {
            values = try JSONSnapshot(data: bytes.span.bytes, providerName: name, parsingOptions: options)
        } catch {
            throw MosaicError(.malformed, name, "The file has to be one JSON object.")
        }
        if !secrets.isDisjoint(with: shapes.keys) { SecretFile(path: path).warnWhereOthersReadIt() }
    }

    /// The kind of a JSON value.
    private enum Shape: Decodable {
        case null, truth, number, text, list, other

        init(of type: ConfigType) {
            switch type {
            case .bool: self = .truth
            case .int, .double: self = .number
            case .stringArray: self = .list
            default: self = .text
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self =
                if container.decodeNil() {
                    .null
                } else if (try? container.decode(Bool.self)) != nil {
                    .truth
                } else if (try? container.decode(Double.self)) != nil {
                    .number
                } else if (try? container.decode(String.self)) != nil {
                    .text
                } else if (try? container.decode([String].self)) != nil {
                    .list
                } else {
                    .other
                }
        }
    }
}

/// A file that contains a secret.
struct SecretFile {
    let path: String

    /// Reads a secret. The line end that an editor or `echo` appends is removed.
    ///
    /// - Throws: `notFound` if the file does not exist; `limitExceeded`; `unavailable`.
    func secret() throws -> [UInt8] {
        var bytes = try LocalFile.read(path, limit: 65_536)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// Prints a warning if every user of the machine can read the file.
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
