import Testing

@testable import SystemMemory

@Suite struct PressureReadingTests {
    private func pressure(some: String, full: String) -> PressureLevel? {
        PressureReading(
            parsing: """
                some avg10=\(some) avg60=50.00 avg300=50.00 total=1234
                full avg10=\(full) avg60=50.00 avg300=50.00 total=567

                """)?.pressure
    }

    @Test func `the last ten seconds decide`() {
        #expect(pressure(some: "0.00", full: "0.00") == nil)
        #expect(pressure(some: "9.99", full: "4.99") == nil)
        #expect(pressure(some: "10.00", full: "0.00") == .low)
        #expect(pressure(some: "10.00", full: "5.00") == .critical)
    }

    @Test(arguments: ["", "some", "some avg10=", "some avg10=x", "some avg10=nan", "full avg10=9.0", "avg10=9"])
    func `refuses other text`(text: String) {
        #expect(PressureReading(parsing: text) == nil)
    }

    @Test func `a kernel without the second line is believed`() {
        #expect(PressureReading(parsing: "some avg10=50.00\n")?.pressure == .low)
    }
}
