import Foundation
import Mosaic
import MosaicLibrary

extension VideoPath {
    /// The media type by the extension; players refuse `application/octet-stream`.
    ///
    /// See [the registry](https://www.iana.org/assignments/media-types); names that begin with `x-` are those that
    /// players know.
    var mediaType: String {
        switch fileExtension.dropFirst().lowercased() {
        case "json": ContentType.json.rawValue
        case "mp4": "video/mp4"
        case "m4v": "video/x-m4v"
        case "mov": "video/quicktime"
        case "mkv": "video/x-matroska"
        case "webm": "video/webm"
        case "ts", "m2ts", "mts": "video/mp2t"
        case "mpg", "mpeg", "vob": "video/mpeg"
        case "avi": "video/x-msvideo"
        case "flv": "video/x-flv"
        case "wmv": "video/x-ms-wmv"
        case "ogv": "video/ogg"
        case "mp3": "audio/mpeg"
        case "m4a": "audio/mp4"
        case "aac": "audio/aac"
        case "ogg", "opus": "audio/ogg"
        case "flac": "audio/flac"
        case "wav": "audio/wav"
        default: "application/octet-stream"
        }
    }
}
