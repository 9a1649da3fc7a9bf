/// Memory that grows and is used again for file after file; its content does not survive growing.
@safe final class ScratchBytes {
    /// `capacity` bytes, aligned to 64.
    private(set) var start: UnsafeMutableRawPointer
    private(set) var capacity: Int

    init() {
        capacity = 64
        unsafe start = .allocate(byteCount: 64, alignment: 64)
    }

    deinit { unsafe start.deallocate() }

    /// Makes sure that there are `count` bytes.
    func reserve(_ count: Int) {
        guard count > capacity else { return }
        unsafe start.deallocate()
        capacity = count + count / 4
        unsafe start = .allocate(byteCount: capacity, alignment: 64)
    }
}
