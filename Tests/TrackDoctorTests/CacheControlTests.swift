import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct CacheControlTests {
    @Test(
        arguments: [
            (nil, nil), ("", nil), ("public", nil), ("max-age=60", 60), (" Public ,MAX-AGE = 60 ", 60),
            ("max-age=\"60\"", 60),
            ("max-age=x", nil), ("max-age", nil), ("no-store", 0), ("max-age=60, no-cache", 0),
            ("no-cache=\"Set-Cookie\"", nil),
            ("immutable", .max), ("immutable, max-age=5", 5), ("s-maxage=60", nil),
        ] as [(String?, Int64?)])
    func `seconds are taken from the directives that give some`(field: String?, seconds: Int64?) {
        #expect(CacheControl(field).freshness == seconds)
    }
}
