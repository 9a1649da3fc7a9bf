import MosaicFixtures
import Testing

@testable import Mosaic

struct ScreenshotSourceAddressTests {
    private func fault(_ text: String) -> MosaicError? {
        failure { try Mosaic.ScreenshotSource(folder: text).checkAddress() }
    }

    @Test(arguments: ["s3://chapter-screenshots", "s3://bucket/a b/ü/", "films/7", "film.mp4", "store:/film", "s3:"])
    func `an address of a bucket, and everything that does not begin like one, passes`(text: String) {
        #expect(fault(text) == nil)
    }

    @Test(arguments: [
        ("s3://", "bucket's name"), ("s3://Bucket/film", "bucket's name"), ("s3:///film", "bucket's name"),
        ("s3://bucket//film/", "empty part"), ("s3://bucket/../film", "empty part"), ("s3://bucket/a\nb", "empty part"),
        ("S3://bucket/film", "lower case"),
    ])
    func `an invalid address is refused with the rule that it breaks`(text: String, rule: String) {
        let error = fault(text)
        #expect(error?.code == .invalidSettings && error?.subject == text)
        #expect(error?.reason.contains(rule) == true)
    }
}
