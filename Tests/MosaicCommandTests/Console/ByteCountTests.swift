import CommandSupport
import Testing

/// Numbers of bytes as people read them.
struct ByteCountTests {
    @Test(arguments: [
        (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (1_535, "1.4 KiB"), (1_048_575, "1023.9 KiB"),
        (1_048_576, "1.0 MiB"), (5 << 30, "5.0 GiB"), (3 << 50, "3072.0 TiB"),
    ])
    func `a unit fits and nothing is rounded up`(bytes: Int, text: String) {
        #expect(ByteCount(bytes).description == text)
    }
}
