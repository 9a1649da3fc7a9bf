import Raster
import ScrubFixtures
import Testing

// The code between `snippet` and `end` is that of the page of ScaledJPEG.

private func decode(
    _ files: [[UInt8]], with cache: TableCache, use: (ScaledPicture) -> Void,
    fallBack: (ImageError) -> Void
) {
    func decodeOtherwise(because error: ImageError) { fallBack(error) }
    // snippet
    let decoder = ScaledJPEGDecoder(cache: cache)
    for result in decoder.decode(files, at: .eighth) {
        switch result {
        case .success(let picture): use(picture)
        case .failure(let error): decodeOtherwise(because: error)
        }
    }
    // end
}

struct ScaledJPEGSnippets {
    @Test func `decodes a picture, and hands other bytes to another decoder`() {
        var widths: [Int] = []
        var failures: [ImageError.Code] = []
        decode([DrawnSheet.picture(seed: 1), [1, 2, 3]], with: TableCache()) {
            widths.append($0.planes[0].width)
        } fallBack: {
            failures.append($0.code)
        }
        #expect(widths == [8])
        #expect(failures.count == 1)
    }
}
