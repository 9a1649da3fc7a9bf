package import HTTPTypes

import MosaicServer

/// A write from a browser or another program, and whether it may go on.
package struct OriginCase: Sendable {
    package let request: HTTPFields
    /// The request's own `Host`.
    package var host: String? = "mosaic.example"
    package var overTLS = false
    package let isAllowed: Bool

    /// The one origin besides its own that the server under test trusts.
    package static let trusted = "https://editor.example"

    package static let all = allowed + refused

    private static let allowed = [
        OriginCase(request: [:], isAllowed: true),
        OriginCase(request: [:], host: nil, isAllowed: true),
        OriginCase(request: [.secFetchSite: "none"], isAllowed: true),
        OriginCase(request: [.secFetchSite: "same-origin"], isAllowed: true),
        OriginCase(request: [.origin: trusted], isAllowed: true),
        OriginCase(request: [.origin: "https://EDITOR.example:443"], isAllowed: true),
        OriginCase(request: [.origin: trusted, .secFetchSite: "cross-site"], isAllowed: true),
        OriginCase(request: [.origin: "http://mosaic.example"], isAllowed: true),
        OriginCase(request: [.origin: "https://mosaic.example"], isAllowed: true),
        OriginCase(request: [.origin: "https://mosaic.example"], overTLS: true, isAllowed: true),
        OriginCase(request: [.origin: "http://localhost:8080"], host: "localhost:8080", isAllowed: true),
        OriginCase(request: [.origin: "http://[::1]:8080"], host: "[::1]:8080", isAllowed: true),
        OriginCase(request: [.origin: "http://mosaic.example"], host: "mosaic.example:80", isAllowed: true),
    ]

    private static let refused =
        [
            "https://evil.example", "null", "", "http://editor.example", "https://editor.example:8443",
            "https://editor.example.evil.example", "https://evil.example, https://editor.example",
            "https://editor.example https://evil.example", "http://mosaic.example:8080", "https://mosaic.example:80",
            "ftp://mosaic.example", "capacitor://mosaic.example", "https://mosaic.example/", "mosaic.example",
            "https://editor.example@evil.example", String(repeating: "https://", count: 1_000),
        ].map { OriginCase(request: [.origin: $0], isAllowed: false) }
        + [
            OriginCase(request: [.secFetchSite: "cross-site"], isAllowed: false),
            OriginCase(request: [.secFetchSite: "same-site"], isAllowed: false),
            OriginCase(request: [.secFetchSite: "unheard-of"], isAllowed: false),
            OriginCase(request: [.origin: "http://mosaic.example"], overTLS: true, isAllowed: false),
            OriginCase(request: [.origin: "http://localhost:3000"], host: "localhost:8080", isAllowed: false),
            OriginCase(request: [.origin: "http://mosaic.example"], host: nil, isAllowed: false),
            OriginCase(request: [.origin: "http://mosaic.example"], host: "mosaic.example, evil", isAllowed: false),
        ]
}
