import FilmProtocol

extension MosaicError {
    /// Translates the reason why a film cannot be read, and says what to do.
    init(_ failure: FilmFailure, film: String) {
        let (code, advice): (Code, String?) =
            switch failure.code {
            case .unrecognized: (.malformed, nil)
            case .playlist:
                (
                    .unsupported,
                    "Playlists are not followed: join the film first, as ffmpeg -i LIST -c copy film.mkv does."
                )
            case .noVideo: (.unsupported, nil)
            case .unsupportedCodec: (.unsupported, "ffmpeg -i FILM -c:v libx264 film.mkv converts most films.")
            case .tooLarge:
                (.limitExceeded, "ffmpeg -i FILM -vf scale=1920:-2 film.mkv makes them smaller.")
            case .encrypted: (.unsupported, "Mosaic has no keys: take a copy that plays everywhere.")
            case .damaged: (.malformed, nil)
            case .system: (.unavailable, nil)
            }
        let reason = failure.reason.oneLine
        self.init(
            code, film,
            [reason.isEmpty ? "It cannot be read." : reason, advice].compactMap(\.self).joined(separator: " "))
    }
}

extension String {
    /// The text in one line, without control characters: another program wrote it.
    var oneLine: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }
}
