import Testing
import WebVTT

@Suite struct MediaFragmentTextTests {
    @Test(arguments: [
        ("xywh=1,2,3,4", "xywh=1,2,3,4"), ("xywh=pixel:1,2,3,4", "xywh=1,2,3,4"),
        ("xywh=percent:1,2,3,4", "xywh=percent:1,2,3,4"), ("1,2,3,4", "xywh=1,2,3,4"),
        ("t=1,2&xywh=1,2,3,4", "xywh=1,2,3,4"), ("xywh=1,2,3,4&t=npt:10,20", "xywh=1,2,3,4"),
        ("&&xywh=1,2,3,4&", "xywh=1,2,3,4"),
        ("xywh=1,2,3,4&xywh=5,6,7,8", "xywh=5,6,7,8"), ("xywh=1,2,3,4&xywh=bad", "xywh=1,2,3,4"),
        ("5,6,7,8&xywh=1,2,3,4", "xywh=1,2,3,4"), ("xywh=1,2,3,4&5,6,7,8", "xywh=1,2,3,4"),
        ("xywh=1%2C2%2c3,4", "xywh=1,2,3,4"),
        ("%78ywh=1,2,3,4", "xywh=1,2,3,4"), ("xywh=007,0,3,4", "xywh=7,0,3,4"),
        ("xywh=0,0,0,9223372036854775807", "xywh=0,0,0,9223372036854775807"),
    ])
    func `rectangles are read and written plainly`(text: String, expected: String) {
        #expect(MediaFragment(parsing: text)?.description == expected)
    }

    @Test(arguments: [
        "", "xywh", "xywh=", "xywh=1,2,3", "xywh=1,2,3,4,5", "xywh=1,2,3,", "xywh=,,,", "xywh=-1,2,3,4",
        "xywh=+1,2,3,4",
        "xywh=1.5,2,3,4", "xywh= 1,2,3,4", "xywh=1,2,3,4 ", "xywh=em:1,2,3,4", "pixel:1,2,3,4", "XYWH=1,2,3,4",
        "xywh=1,2,3,9223372036854775808", "xywh=99999999999999999999999,0,1,1", "t=1", "x,y,w,h", "xywh=١,2,3,4",
        "xywh=1,2,3,4%", "xywh=1%+2,2,3,4", "a=1,2,3,4", "#xywh=1,2,3,4",
    ])
    func `any other text is not a rectangle`(text: String) {
        #expect(MediaFragment(parsing: text) == nil)
    }
}
