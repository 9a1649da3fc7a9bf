import CJPEGOracle
import ScaledJPEG
import TiledJPEG

/// libFuzzer's main function.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Entry point of the executable, which has no main function.
@_cdecl("ScaledJPEGFuzz_main")
public func main(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, testOneInput)
}

/// Decodes one input: all bytes but the last are the file, the last one says at which scale, and
/// whether others are decoded beside it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let control = input.last else { return 0 }
    let file = Array(input.dropLast())
    let scale = JPEGScale.allCases[Int(control) % 3]
    DecodingCheck.check(file, scale, hasNeighbours: control & 0xC0 == 0xC0)
    FilteringCheck.check(file, scale)
    return 0
}
