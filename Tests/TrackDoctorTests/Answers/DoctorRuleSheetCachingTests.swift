import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleSheetCachingTests {
    @Test(arguments: [
        ("max-age=3600", 0), ("max-age=3599", 1), ("", 1), ("no-store", 1), ("public", 1), ("immutable", 0),
        ("public, max-age=\"31536000\"", 0), ("max-age=99999999999999999999", 1),
    ])
    func `a sheet that caches may not keep for an hour is found`(value: String, count: Int) throws {
        #expect(DoctorRule.sheetCaching.messages(try answer(.sheet, ["Cache-Control": value])).count == count)
        #expect(DoctorRule.sheetCaching.messages(try answer(.track, ["Cache-Control": value])) == [])
    }
}
