/// The places of one scale's coefficients where the hot loop can read them.
@safe final class PlaceTable {
    let layout: CoefficientPlaces
    private let bytes: UnsafeMutablePointer<UInt8>

    /// `CoefficientPlaces.count` byte offsets; valid as long as the object lives.
    var start: UnsafeRawPointer { unsafe UnsafeRawPointer(bytes) }

    init(_ layout: CoefficientPlaces) {
        self.layout = layout
        unsafe bytes = .allocate(capacity: layout.offsets.count)
        for (index, offset) in layout.offsets.enumerated() { unsafe bytes[index] = offset }
    }

    deinit { unsafe bytes.deallocate() }
}
