import Foundation
package import Mosaic
import WebVTT

/// A line of a manifest: `{"id", "source"}` and optionally `"title"`, `"chapters"`, `"output"`, `"duration_ms"`,
/// `"settings"` and `"keep_old_s"`.
///
/// `source` is the path of a folder or film, an address in a bucket, or an object as in a job's request. If the batch
/// has a root of screenshots, a line without `source` means the folder or prefix below the root that has the id as its
/// name. `chapters` are objects `{"time_ms", "title"}`; each titles the screenshots from its time on. `output` is the
/// library for this storyboard. `settings` replace all settings of the batch.
package struct ManifestLine: Sendable {
    package let request: JobRequest
    /// The library's folder; nil means the library of the batch.
    package let output: String?

    /// Parses a line. Missing source, settings and retention come from `defaults`.
    ///
    /// - Throws: `malformed`, with the line's number as the subject.
    package init(parsing bytes: [UInt8], number: Int, defaults: Defaults) throws {
        do {
            let fields = try JSONDecoder().decode(Fields.self, from: Data(bytes))
            guard let source = fields.source ?? defaults.source(of: fields.id) else {
                let context = DecodingError.Context(codingPath: [], debugDescription: "")
                throw DecodingError.keyNotFound(Fields.sourceKey, context)
            }
            var request = defaults.request(for: fields.id, source)
            if let chapters = fields.chapters { request.source.chapters = chapters }
            request.title = fields.title
            request.duration = fields.duration
            request.settings = fields.settings ?? request.settings
            request.keepingOld = fields.keepingOld ?? request.keepingOld
            self.request = request
            output = fields.output
        } catch let error as DecodingError {
            throw MosaicError(.malformed, "line \(number)", Self.reason(error, in: bytes))
        }
    }

    /// The id in a line, even if the rest of the line is invalid; nil if the line has no valid id.
    package static func id(in bytes: [UInt8]) -> StoryboardID? {
        struct Name: Decodable { let id: StoryboardID }
        return try? JSONDecoder().decode(Name.self, from: Data(bytes)).id
    }

    /// Default values of a manifest line.
    package struct Defaults: Sendable {
        let settings: CompositionSettings
        let keepingOld: Int
        let screenshots: String?

        /// Creates defaults.
        ///
        /// - Parameters:
        ///   - keepingOld: Seconds for which superseded sheets are kept.
        ///   - screenshots: A folder or `s3://bucket/prefix/`. A line without a source means the folder or prefix below
        ///     it that has the id as its name. Nil refuses such lines.
        package init(settings: CompositionSettings, keepingOld: Int, screenshots: String? = nil) {
            self.settings = settings
            self.keepingOld = keepingOld
            self.screenshots = screenshots
        }

        /// The source of a line without a `source`; nil without a root of screenshots.
        fileprivate func source(of id: StoryboardID) -> ScreenshotSource? {
            guard let screenshots else { return nil }
            if let address = BucketAddress(screenshots), let key = ObjectKey(rawValue: id.rawValue) {
                return address.appending(key).map { ScreenshotSource(folder: $0.description) }
            }
            return ScreenshotSource(
                folder: URL(fileURLWithPath: screenshots + "/" + id.rawValue).standardizedFileURL.path)
        }

        /// A request to compose the current screenshots of a source, without waiting for more.
        package func request(for id: StoryboardID, _ source: ScreenshotSource) -> JobRequest {
            var request = JobRequest(id: id, source: source)
            request.settings = settings
            request.keepingOld = keepingOld
            request.settle = 0
            return request
        }
    }

    private struct Fields: Decodable {
        let id: StoryboardID
        let title: String?
        let source: ScreenshotSource?
        let chapters: [ChapterTitle]?
        let output: String?
        let duration: Timestamp?
        let settings: CompositionSettings?
        let keepingOld: Int?

        private enum CodingKeys: String, CodingKey {
            case id, title, source, chapters, output, settings
            case duration = "duration_ms"
            case keepingOld = "keep_old_s"
        }

        /// The key `source`, which a line needs unless there is a root of screenshots.
        static var sourceKey: any CodingKey { CodingKeys.source }

        static var settingsKey: any CodingKey { CodingKeys.settings }

        static func isKey(_ name: String) -> Bool { CodingKeys(rawValue: name) != nil }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(StoryboardID.self, forKey: .id)
            title = try container.decodeIfPresent(String.self, forKey: .title)
            source = container.contains(.source) ? try Self.source(in: container) : nil
            chapters = try container.decodeIfPresent([ChapterTitle].self, forKey: .chapters)?.sorted {
                $0.time < $1.time
            }
            if let chapters, chapters.count > ChapterTitle.mostChapters {
                throw DecodingError.dataCorruptedError(
                    forKey: .chapters, in: container, debugDescription: "More than \(ChapterTitle.mostChapters).")
            }
            output = try container.decodeIfPresent(String.self, forKey: .output)
            duration = try container.decodeIfPresent(Timestamp.self, forKey: .duration)
            settings = try container.decodeIfPresent(CompositionSettings.self, forKey: .settings)
            if settings != nil { try container.decode(SettingNames.self, forKey: .settings).check() }
            keepingOld = try container.decodeIfPresent(Int.self, forKey: .keepingOld)
            if let keepingOld, keepingOld < 0 {
                throw DecodingError.dataCorruptedError(
                    forKey: .keepingOld, in: container, debugDescription: "Less than 0 seconds.")
            }
        }

        private static func source(in container: KeyedDecodingContainer<CodingKeys>) throws -> ScreenshotSource {
            var source = try decoded(in: container)
            guard !source.folder.isEmpty else {
                throw DecodingError.dataCorruptedError(
                    forKey: .source, in: container, debugDescription: "It names no folder.")
            }
            if let address = source.bucketAddress {
                source.folder = address.description
            } else {
                guard !source.folder.hasPrefix(BucketAddress.scheme) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .source, in: container, debugDescription: "It is not an address s3://bucket/prefix/.")
                }
                // Makes the path absolute, because the job's worker may have another working directory.
                source.folder = URL(fileURLWithPath: source.folder).standardizedFileURL.path
            }
            source.list = source.list.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
            if case .file(let path) = source.film.chapters {
                source.film.chapters = .file(URL(fileURLWithPath: path).standardizedFileURL.path)
            }
            return source
        }

        private static func decoded(in container: KeyedDecodingContainer<CodingKeys>) throws -> ScreenshotSource {
            if let folder = try? container.decode(String.self, forKey: .source) {
                return ScreenshotSource(folder: folder)
            }
            return try container.decode(ScreenshotSource.self, forKey: .source)
        }
    }

    /// The keys of settings. A misspelled key would otherwise be ignored.
    private struct SettingNames: Decodable {
        private let path: [any CodingKey]
        private var names: [String: [String]] = [:]

        init(from decoder: any Decoder) throws {
            path = decoder.codingPath
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                let inner = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                names[key.stringValue] = inner?.allKeys.map(\.stringValue) ?? []
            }
        }

        /// - Throws: `DecodingError` with the first unknown key.
        func check() throws {
            let known = CompositionSettings.keys
            for (name, inner) in names.sorted(by: { $0.key < $1.key }) {
                guard let own = known[name] else { throw unknown([name], of: known.keys.sorted()) }
                if let key = inner.sorted().first(where: { !own.contains($0) }), !own.isEmpty {
                    throw unknown([name, key], of: own.sorted())
                }
            }
        }

        private func unknown(_ names: [String], of known: [String]) -> DecodingError {
            let holder = names.dropLast().last ?? Fields.settingsKey.stringValue
            let owner = CompositionSettings.keys.first { names.count == 1 && $0.value.contains(names[0]) }?.key
            let place = owner.map { "; \(names[0]) is a key of \($0)" } ?? ""
            return .dataCorrupted(
                DecodingError.Context(
                    codingPath: path + names.map { AnyKey(stringValue: $0) as any CodingKey },
                    debugDescription: "\(holder) takes \(known.joined(separator: ", "))\(place)."))
        }
    }

    private static func reason(_ error: DecodingError, in bytes: [UInt8]) -> String {
        func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + [key].compactMap(\.self)).map { $0.intValue.map(String.init) ?? $0.stringValue }
                .joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            let keys = context.codingPath.isEmpty ? unknownKeys(in: bytes) : []
            let others = keys.isEmpty ? "" : "; the line has \(keys.joined(separator: ", ")) instead"
            return "The key \(place(context, key)) is missing\(others)."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            guard !context.codingPath.isEmpty else { return "It is not a JSON object." }
            return "The value of \(place(context)) is not \(noun(of: type))."
        case .dataCorrupted(let context):
            guard !context.codingPath.isEmpty else {
                let error = bytes.isEmpty ? nil : JSONSyntaxError(in: bytes)
                let syntax = error.map { ": \($0.words(in: bytes))" }
                let isObject = bytes.first { !" \t\r".utf8.contains($0) } == UInt8(ascii: "{")
                let example =
                    isObject || syntax == nil ? "" : #" A line is {"id": "film-7", "source": "films/film-7.mp4"}."#
                return "It is not a JSON object\(syntax ?? "").\(example)"
            }
            if context.codingPath.last is AnyKey {
                return "The key \(place(context)) is unknown; \(context.debugDescription)"
            }
            return "The value of \(place(context)) is not allowed: \(context.debugDescription)"
        @unknown default: return "It is not a line of a manifest."
        }
    }

    /// The JSON value that a type is decoded from, for messages.
    private static func noun(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        default: "of the type that it takes"
        }
    }

    /// The first three unknown keys of a line in sorted order, without keys of more than 64 bytes.
    private static func unknownKeys(in bytes: [UInt8]) -> [String] {
        struct Value: Decodable { init(from _: any Decoder) {} }
        let keys = (try? JSONDecoder().decode([String: Value].self, from: Data(bytes)))?.keys.sorted() ?? []
        return Array(keys.filter { !Fields.isKey($0) && $0.utf8.count <= 64 }.prefix(3))
    }
}
