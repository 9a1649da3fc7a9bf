import Foundation
import Mosaic
import MosaicSystem

/// A profile in the shared files of the AWS tools, `~/.aws/credentials` and `~/.aws/config`.
struct SharedProfile {
    private(set) var credentials: S3Credentials?
    private(set) var region: String?
    private(set) var endpoint: String?

    /// Reads the profile in `AWS_PROFILE`, otherwise `default`.
    ///
    /// - Throws: `invalidSettings` if a file or profile that a variable names is missing, a line is malformed, or a
    ///   profile has only half of the credentials; errors of reading a file. No error contains a value from a file.
    init(_ variables: [String: String], needsCredentials: Bool) throws {
        let name = variables["AWS_PROFILE"] ?? "default"
        let config = try Self.section(
            [name == "default" ? "default" : "profile \(name)"], of: "config", variable: "AWS_CONFIG_FILE", variables)
        region = config?.values["region"]
        endpoint = config?.values["endpoint_url"]
        guard needsCredentials, variables["AWS_ACCESS_KEY_ID"] == nil, variables["AWS_SECRET_ACCESS_KEY"] == nil else {
            return
        }
        let shared = try Self.section(
            [name], of: "credentials", variable: "AWS_SHARED_CREDENTIALS_FILE", variables)
        guard shared != nil || config != nil || variables["AWS_PROFILE"] == nil else {
            throw MosaicError(.invalidSettings, "AWS_PROFILE", "No file of credentials has the profile \(name).")
        }
        for section in [shared, config].compactMap({ $0 }) {
            let values = section.values
            let (keyID, secret) = (values["aws_access_key_id"], values["aws_secret_access_key"])
            if keyID == nil, secret == nil { continue }
            guard let keyID, let secret else {
                throw MosaicError(
                    .invalidSettings, "\(section.file):\(section.line)",
                    "The profile \(name) needs both aws_access_key_id and aws_secret_access_key.")
            }
            credentials = S3Credentials(keyID: keyID, secret: secret, sessionToken: values["aws_session_token"])
            return
        }
    }

    private struct Section {
        let file: String
        let line: Int
        var values: [String: String] = [:]
    }

    private static func section(
        _ names: [String], of file: String, variable: String, _ variables: [String: String]
    ) throws -> Section? {
        let path: String
        if let named = variables[variable] {
            guard FileManager.default.fileExists(atPath: named) else {
                throw MosaicError(.invalidSettings, variable, "There is no such file.")
            }
            path = named
        } else {
            guard let home = variables["HOME"] else { return nil }
            path = home + "/.aws/" + file
            guard FileManager.default.fileExists(atPath: path) else { return nil }
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        let bytes = try MosaicError.translating { try FileReader.read(path, name: name, limit: 1 << 20) }
        return try parse(String(decoding: bytes, as: UTF8.self), names, file: name)
    }

    /// Parses one section; other sections must be well-formed, too.
    private static func parse(_ text: String, _ names: [String], file: String) throws -> Section? {
        var found: Section?
        var isInside = false
        var hasSection = false
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let content = line.trimmingCharacters(in: .whitespaces)
            guard !content.isEmpty, !content.hasPrefix("#"), !content.hasPrefix(";") else { continue }
            if content.hasPrefix("[") {
                guard let end = content.firstIndex(of: "]") else {
                    throw MosaicError(.invalidSettings, "\(file):\(index + 1)", "The bracket is not closed.")
                }
                let name = content[content.index(after: content.startIndex)..<end].split(separator: " ").joined(
                    separator: " ")
                hasSection = true
                isInside = names.contains(name)
                if isInside, found == nil { found = Section(file: file, line: index + 1) }
                continue
            }
            // Skips the indented lines of a nested setting.
            if line.first?.isWhitespace == true { continue }
            guard hasSection, let equals = content.firstIndex(of: "=") else {
                throw MosaicError(
                    .invalidSettings, "\(file):\(index + 1)",
                    hasSection
                        ? "The line is not a setting of the form `name = value`." : "No profile begins before it.")
            }
            guard isInside else { continue }
            let key = content[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            let value = content[content.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            if !value.isEmpty { found?.values[key] = value }
        }
        return found
    }
}
