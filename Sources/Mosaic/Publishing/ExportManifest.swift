package import WebVTT

/// The exports next to a track, with their files.
///
/// The manifest is stored next to the record, so that every later publication writes the same exports again.
package struct ExportManifest: Hashable, Sendable {
    /// A request for exports.
    package struct Request: Hashable, Sendable {
        /// The exports in the order of ``Export/all``; an empty list removes the earlier exports.
        package let exports: [Export]
        /// Time from tile to tile, for formats with a fixed cadence; nil for the storyboard's cadence.
        package let cadence: Timestamp?
        /// The film's length, for a storyboard that does not record it.
        package let duration: Timestamp?

        package init(_ exports: some Sequence<Export>, cadence: Timestamp? = nil, duration: Timestamp? = nil) {
            let names = Set(exports)
            self.exports = Export.all.filter(names.contains)
            self.cadence = cadence
            self.duration = duration
        }
    }

    /// An export that could not be written.
    package struct Refusal: Hashable, Sendable {
        package let name: String
        /// The reason, one sentence.
        package let reason: String
    }

    /// The file's name; hidden, because no player requests it.
    package static let fileName = ".mosaic-exports.json"
    /// Maximum size of the manifest's file, in bytes.
    package static let limit = 64 << 20
    private static let version = 1

    package let request: Request
    /// SHA-256 of the records from which the files were made; nil while the files are being written, and after their
    /// removal.
    package let revision: ContentHash?
    /// The files; while they are being written, also the files of the previous publication.
    package let files: [ExportPath]
    /// The requested exports that could not be written.
    package let refusals: [Refusal]

    package init(_ request: Request, revision: ContentHash?, files: [ExportPath], refusals: [Refusal]) {
        self.request = request
        self.revision = revision
        self.files = files
        self.refusals = refusals
    }

    /// Parses the output of ``encoded()``; nil for other bytes, which count as a missing manifest.
    package init?(parsing bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let manifest = try? reader.exportManifest() else { return nil }
        self = manifest
    }

    package func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.member("version", Self.version)
            writer.member("cadence_ms", request.cadence?.milliseconds)
            if let duration = request.duration { writer.member("duration_ms", duration.milliseconds) }
            writer.member("records_sha256", revision?.hexadecimal())
            writer.array("exports", request.exports) { writer, export in
                writer.member("name", export.name)
                if let refusal = refusals.first(where: { $0.name == export.name }) {
                    writer.member("reason", refusal.reason)
                }
            }
            writer.array("files", files) { $0.member("path", $1.rawValue) }
        }
        return writer.document()
    }
}

extension JSONReader {
    fileprivate mutating func exportManifest() throws(MosaicError) -> ExportManifest {
        var (cadence, duration): (Timestamp?, Timestamp?)
        var revision: ContentHash?
        var exports: [(name: String, reason: String?)]?
        var files: [ExportPath]?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "cadence_ms": cadence = try reader.takeNull() ? nil : reader.time()
            case "duration_ms": duration = try reader.takeNull() ? nil : reader.time()
            case "records_sha256": revision = try reader.takeNull() ? nil : reader.hash()
            case "exports":
                exports = try reader.array { element throws(MosaicError) in try element.exportName() }
            case "files": files = try reader.array { element throws(MosaicError) in try element.exportPath() }
            default: try reader.skip()
            }
        }
        try end()
        let names = try required(exports, "exports")
        // This version does not know the exports of other versions, and leaves their files to those versions.
        return ExportManifest(
            ExportManifest.Request(names.compactMap { Export(named: $0.name) }, cadence: cadence, duration: duration),
            revision: revision, files: try required(files, "files"),
            refusals: names.compactMap { name in
                name.reason.map { ExportManifest.Refusal(name: name.name, reason: $0) }
            })
    }

    private mutating func exportName() throws(MosaicError) -> (name: String, reason: String?) {
        var name: String?
        var reason: String?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "name": name = try reader.string()
            case "reason": reason = try reader.takeNull() ? nil : reader.string()
            default: try reader.skip()
            }
        }
        return (try required(name, "name"), reason)
    }

    private mutating func exportPath() throws(MosaicError) -> ExportPath {
        var path: ExportPath?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "path": path = try reader.value("the path of an export's file") { ExportPath($0) }
            default: try reader.skip()
            }
        }
        return try required(path, "path")
    }
}
