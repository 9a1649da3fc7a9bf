extension ScreenshotSource {
    /// Checks that a text which begins as the address of a part of a bucket is one; otherwise it would be a folder's
    /// path.
    ///
    /// - Throws: `invalidSettings`, with the text as its subject.
    package func checkAddress() throws {
        guard folder.prefix(BucketAddress.scheme.count).lowercased() == BucketAddress.scheme, bucketAddress == nil
        else { return }
        let name = folder.dropFirst(BucketAddress.scheme.count).unicodeScalars.prefix { $0 != "/" }
        let reason =
            if !folder.hasPrefix(BucketAddress.scheme) {
                "An address begins with \(BucketAddress.scheme) in lower case."
            } else if BucketName(rawValue: String(name)) == nil {
                "A bucket's name has 3 to 63 of the characters a-z, 0-9, dot and hyphen, and begins and ends with a letter "
                    + "or digit."
            } else {
                "A prefix has no empty part, no part . or .., no control character or backslash, and at most 1 024 bytes."
            }
        throw MosaicError(.invalidSettings, folder, reason)
    }
}
