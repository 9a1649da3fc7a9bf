import Mosaic
import Testing

extension ObjectStoreContract {
    /// One of every kind of key that is allowed.
    private static let allowed = [
        "plain.jpg", "a b/c  d", " leading and trailing ", "-rf", "--/--", "a..b/c..", "a/...", "~", "C:",
        "a%2F..%00",
        "q?x=1&y=2#z", "\"quotes\" 'and' <more>|*", "$HOME/`ls`", "a+b=c;d,e@f!", "日本語/映画.jpg", "фильм/кадр.vtt",
        "🎬🏳️‍🌈/👩‍👩‍👧.jpg", "é.jpg", "e\u{301}.jpg", "\u{301}/\u{338}x", "a\u{200D}/\u{FE0F}b", "\u{FEFF}bom", "\u{202E}rtl",
        "ｆｕｌｌ/\u{3000}", "ß", "ẞ", "İ/ı",
    ]

    static let keys = [
        ObjectStoreContract("every allowed key keeps its own bytes") { store async throws in
            for (number, text) in allowed.enumerated() { try await store.put(text, [UInt8(number)]) }
            for (number, text) in allowed.enumerated() {
                #expect(try await store.bytes(text) == [UInt8(number)], "\(text)")
                let status = try await store.status(of: Sample.key(text))
                #expect(status.map { Array($0.key.rawValue.utf8) } == Array(text.utf8))
            }
            let listed = try await store.keys().map { Array($0.utf8) }
            #expect(Set(listed) == Set(allowed.map { Array($0.utf8) }))
            for text in allowed { try await store.delete(Sample.key(text)) }
            #expect(try await store.keys().isEmpty)
        },
        ObjectStoreContract("keys may have long parts and many of them") { store async throws in
            let long = [
                String(repeating: "x", count: 255), String(repeating: "ü", count: 127),
                String(repeating: "🎬", count: 63),
                (0..<4).map { String(repeating: "\($0)", count: 255) }.joined(separator: "/"),
                String(repeating: "d/", count: 511) + "ee",
            ]
            for (number, text) in long.enumerated() {
                try await store.put(text, [UInt8(number)])
                #expect(try await store.bytes(text) == [UInt8(number)], "\(text.prefix(9))")
            }
            #expect(try await store.keys(pages: 2).count == long.count)
            for text in long { try await store.delete(Sample.key(text)) }
            #expect(try await store.keys().isEmpty)
        },
    ]
}
