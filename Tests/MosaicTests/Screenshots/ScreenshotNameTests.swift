import Mosaic
import Testing
import WebVTT

struct ScreenshotNameTests {
    @Test(
        arguments: [
            ("ch1_0s.jpg", 1, 0), ("ch12_397s.jpeg", 12, 397), ("ch3_5s.png", 3, 5), ("ch007_0010s.jpg", 7, 10),
            ("ch0_1s.JPG", 0, 1), ("ch1_2s.Jpeg", 1, 2), ("ch1_2s.PNG", 1, 2),
            ("ch9223372036854775807_9007199254740s.jpg", Int.max, 9_007_199_254_740),
            ("ch00000000000000000000000000001_000000000000000000000000002s.jpg", 1, 2),
        ])
    func `the rule gives index and time`(name: String, index: Int, seconds: Int64) throws {
        let parsed = try #require(ScreenshotName(name))
        #expect(parsed.index == index)
        #expect(parsed.time == Timestamp(milliseconds: seconds * 1_000))
    }

    @Test(
        arguments: [
            "", "ch", "ch1_0s", "ch1_0s.", "ch1_0s.gif", "ch1_0s.webp", "ch1_0s.jpg.bak", "ch1_0s.jpg ", " ch1_0s.jpg",
            "Ch1_0s.jpg", "CH1_0S.JPG", "ch1_0S.jpg", "ch_0s.jpg", "ch1_s.jpg", "ch1-0s.jpg", "ch-1_0s.jpg",
            "ch1_-5s.jpg", "ch+1_0s.jpg", "ch1_0.5s.jpg", "ch1_0.jpg", "xch1_0s.jpg", "ch1_0s_copy.jpg", "ch 1_0s.jpg",
            "ch١_0s.jpg", "ch1_٠s.jpg", "ch1_0s.jpg\u{301}", "ch1_0\u{301}s.jpg", "ch\u{301}1_0s.jpg", "ch1_0s\0.jpg",
            "folder/ch1_0s.jpg",
        ])
    func `other names do not match`(name: String) {
        #expect(ScreenshotName(name) == nil)
    }

    @Test(
        arguments: [
            "ch9223372036854775808_0s.jpg", "ch1_9223372036854775808s.jpg", "ch1_9007199254741s.jpg",
            "ch1_99999999999999999999999999s.jpg", "ch99999999999999999999999999_1s.jpg",
        ])
    func `numbers too large for a time or an index do not match`(name: String) {
        #expect(ScreenshotName(name) == nil)
    }
}
