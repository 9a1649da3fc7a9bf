import Testing

@testable import MosaicLibrary

struct ReadableSizeTests {
    @Test(arguments: [
        (10_485_760, "10.0 MB", "10 MB"), (0, "0 B", "0 B"), (-1, "0 B", "0 B"), (1_023, "1023 B", "1023 B"),
        (1_024, "1.0 KB", "1.0 KB"), (1_536, "1.5 KB", "1.5 KB"), (157_286_400, "150.0 MB", "150 MB"),
        (83_886_080, "80.0 MB", "80 MB"), (1_048_575, "1.0 MB", "1.0 MB"), (1_610_612_736, "1.5 GB", "1.5 GB"),
        (Int.max, "8.0 EB", "8.0 EB"),
    ])
    func `a size has a unit of 1024`(bytes: Int, withFraction: String, rounded: String) {
        #expect(ReadableSize(bytes: bytes).withFraction == withFraction)
        #expect(ReadableSize(bytes: bytes).rounded == rounded)
    }

    @Test(
        arguments: [
            (0, "just now"), (59.9, "just now"), (-500, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"),
            (3_600, "1 hour ago"), (7_300, "2 hours ago"), (86_400, "1 day ago"), (518_400, "6 days ago"),
            (1_209_600, "2 weeks ago"), (3_888_000, "1 month ago"), (31_449_600, "12 months ago"),
            (69_120_000, "2 years ago"), (.infinity, "31709791 years ago"),
        ] as [(Double, String)])
    func `an age has the largest unit that fits`(seconds: Double, text: String) {
        #expect(ReadableAge(seconds: seconds).text == text)
    }
}
