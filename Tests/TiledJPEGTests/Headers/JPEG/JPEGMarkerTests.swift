import Testing
import TiledJPEG

struct JPEGMarkerTests {
    @Test func `thirteen markers start a frame`() {
        let frames = (UInt8.min...UInt8.max).filter { JPEGMarker(rawValue: $0).isFrame }
        #expect(
            frames == [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF])
    }

    @Test func `restarts, start, end and TEM stand alone`() {
        let alone = (UInt8.min...UInt8.max).filter { JPEGMarker(rawValue: $0).isStandalone }
        #expect(alone == [0x01] + Array(0xD0...0xD9))
        let restarts = (UInt8.min...UInt8.max).filter { JPEGMarker(rawValue: $0).isRestart }
        #expect(restarts == Array(0xD0...0xD7))
    }

    @Test func `restart numbers count modulo eight`() {
        #expect((0..<10).map { JPEGMarker.restart($0).rawValue & 0x0F } == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1])
        #expect(JPEGMarker.restart(65_535) == .restart(7))
        #expect(JPEGMarker.application(14).rawValue == 0xEE)
    }

    @Test func `a marker is written in two hexadecimal bytes`() {
        #expect("\(JPEGMarker.startOfScan)" == "FFDA")
        #expect("\(JPEGMarker(rawValue: 1))" == "FF01")
    }
}
