import Testing

@testable import YouTubeUploads

struct UploadsPageTests {
    @Test func `the last page has no token of a next one`() {
        #expect(UploadsPage(nextPageToken: nil).nextPageToken == nil)
    }
}
