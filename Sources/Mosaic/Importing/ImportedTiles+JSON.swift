import PlayerFormats
import WebVTT

extension ImportedTiles {
    /// A storyboard in JSON, in any of the shapes of ``StoryboardJSON``.
    ///
    /// - Throws: `malformed`, see ``init(_:cues:in:name:)``.
    init(json bytes: [UInt8], in folder: ImportFolder, name: String) throws {
        let track = try MosaicError.translating(name) { () throws(ThumbnailFormatError) in
            try StoryboardJSON.read(bytes)
        }
        try self.init("JSON", cues: track.cues, in: folder, name: name)
    }
}
