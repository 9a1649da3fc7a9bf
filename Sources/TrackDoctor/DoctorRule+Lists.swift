import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// The rules on how a server delivers a track and its sheets, in the order of the report.
    static var answers: [Self] {
        [
            trackStatus, crossOriginAccess, refusedEmbedding, insecureRedirects, contentTypeConfusion,
            trackContentType, formatContentType, sheetContentType, resourcePolicy, contentDisposition, trackCaching,
            trackValidators,
            sheetCaching, redirects,
        ]
    }
}

extension DoctorRule where Subject == [ExaminedSheet] {
    /// The rules on sheets themselves, in the order of the report.
    static var sheets: [Self] {
        [
            missingSheets, unreadableSheets, outsideTheSheet, undeclaredSizes, oversizedSheets, largeSheets,
            turnedSheets,
        ]
    }
}

extension DoctorRule where Subject == [NamedAddress] {
    /// The rules on URLs in the track, in the order of the report.
    static var addresses: [Self] { [insecureAddresses, privateHosts] }
}
