extension TrackSettings {
    /// The URL of a sheet that is served from another place than the storyboard's folder, without a signature; nil where it
    /// is not.
    ///
    /// - Parameter path: The sheet's path below the storyboard's folder.
    package func foreignURL(ofSheet path: String, _ id: StoryboardID) -> String? {
        sheetURL?.url(of: path, id, signature: nil) ?? baseURL.map { $0 + path }
    }
}

extension SheetURLTemplate {
    /// The URLs of a storyboard's files.
    ///
    /// - Throws: `invalidSettings` where they need a secret and there is none.
    package func urls(of id: StoryboardID, _ secret: SheetURLSecret?) throws(MosaicError) -> FileURLs {
        guard !isSigned || secret != nil else { throw SheetURLSecret.missing }
        return FileURLs { path in
            url(of: path, id, signature: secret.map { signature(of: path, id, $0) })
        }
    }
}

extension CompositionSettings {
    /// Throws `invalidSettings` where URLs have to be signed and there is no secret.
    func checkSecret() throws(MosaicError) {
        guard track.sheetURL?.isSigned != true || sheetURLSecret != nil else { throw SheetURLSecret.missing }
    }
}

extension FileURLs {
    /// URLs by a template.
    ///
    /// - Throws: `invalidSettings` where it has a signature and there is no secret.
    package static func by(
        _ template: SheetURLTemplate, of id: StoryboardID, _ secret: SheetURLSecret?
    ) throws(MosaicError) -> FileURLs {
        guard !template.isSigned || secret != nil else { throw SheetURLSecret.missing }
        return FileURLs { path in
            template.url(of: path, id, signature: secret.map { template.signature(of: path, id, $0) })
        }
    }
}

extension Storyboard {
    /// The URLs that the record's settings give its files: by a template, below a base, or relative.
    ///
    /// - Parameter secret: What signs them; without it the sheets have the signatures of the record.
    /// - Returns: nil where files besides sheets need a signature and there is no secret.
    package func fileURLs(_ secret: SheetURLSecret?) -> FileURLs? {
        if let template = track.sheetURL, template.isSigned, secret == nil { return nil }
        return publishedURLs(secret)
    }

    /// Whether the record's settings name another place than the storyboard's folder.
    package var isElsewhere: Bool { track.sheetURL != nil || track.baseURL != nil }

    /// The URLs of the record's settings, with the signatures that it has.
    package func publishedURLs(_ secret: SheetURLSecret? = nil) -> FileURLs {
        guard let template = track.sheetURL else { return track.baseURL.map(FileURLs.below) ?? .relative }
        let id = id
        let signatures = Dictionary(sheets.map { ($0.name.rawValue, $0.signature) }) { first, _ in first }
        return FileURLs { path in
            let signature = secret.map { template.signature(of: path, id, $0) } ?? signatures[path] ?? nil
            return template.url(of: path, id, signature: signature)
        }
    }

    /// The storyboard with the signatures of its sheets where its template has some, and without the secret.
    ///
    /// - Parameter secret: What signs them; nil keeps signatures that are there already.
    /// - Throws: `invalidSettings` where a signature is missing.
    package func signed(_ secret: SheetURLSecret?) throws(MosaicError) -> Storyboard {
        guard let template = track.sheetURL, template.isSigned else {
            return sheets.allSatisfy({ $0.signature == nil }) ? self : replacingSheets { $0.signature = nil }
        }
        guard let secret else {
            guard sheets.allSatisfy({ $0.signature != nil }) else { throw SheetURLSecret.missing }
            return self
        }
        return replacingSheets { $0.signature = template.signature(of: $0.name.rawValue, id, secret) }
    }

    private func replacingSheets(_ change: (inout Sheet) -> Void) -> Storyboard {
        var sheets = sheets
        for index in sheets.indices { change(&sheets[index]) }
        return Storyboard(
            id: id, title: title, duration: duration, encoding: encoding, geometry: geometry, track: track,
            sheets: sheets, tiles: tiles, skipped: skipped, widths: widths)
    }
}
