// The idea: the slots of a part of a row of MCUs, few enough to stay in the first cache until they are transformed, with
// the addresses of their tables written once for a file. The slot after the last one stops the walk; where a restart
// segment or a row ends before it, the slot after that stops the walk, too, until it goes on.

/// The slots of neighbouring MCUs of a row.
@safe final class SlotRow {
    private let memory = ScratchBytes()
    private let stopTable = StopTable()
    private(set) var stride = 0
    private(set) var count = 0
    /// MCUs that have slots.
    private(set) var mcus = 0
    /// Bytes that are kept for the next file.
    var capacity: Int { memory.capacity }
    /// The former tables of the stopping slot.
    private var stopped: (slot: Int, tables: UnsafeRawPointer)?

    /// Bytes of slots; three files in turn have as many each.
    private static var room: Int { 8192 }

    /// Makes slots for up to `mcus`, an even number of them where it is not all, and zeroes the coefficients.
    ///
    /// - Parameter tables: One for each block of an MCU; they have to outlive the walk.
    func prepare(mcus: Int, _ tables: [LookupTables], stride: Int) {
        self.stride = stride
        // Even, because transforms work on pairs.
        let mcus = min(mcus, Self.room / (stride * tables.count) & ~1)
        self.mcus = mcus
        count = mcus * tables.count
        // One more MCU, because transforms work on pairs; one more slot, because a step looks at the next one.
        let slots = count + tables.count + 2
        memory.reserve(slots * stride)
        unsafe memory.start.initializeMemory(as: UInt8.self, repeating: 0, count: slots * stride)
        for slot in 0..<count {
            unsafe self.slot(slot).storeBytes(of: tables[slot % tables.count].start, as: UnsafeRawPointer.self)
        }
        for slot in count..<slots { unsafe self.slot(slot).storeBytes(of: stopTable.start, as: UnsafeRawPointer.self) }
        unsafe stopped = nil
    }

    /// The slot at `position`, 0...`count`.
    func slot(_ position: Int) -> UnsafeMutableRawPointer {
        assert(position >= 0 && (position + 1) * stride <= memory.capacity)
        return unsafe memory.start + position * stride
    }

    /// Where the walk stops next.
    var stopPosition: Int { unsafe stopped?.slot ?? count }

    /// Stops the walk at `position`, 0...`count`, and nowhere before the row's end else.
    func stop(at position: Int) {
        resume()
        let slot = unsafe self.slot(position)
        unsafe stopped = (position, slot.load(as: UnsafeRawPointer.self))
        unsafe slot.storeBytes(of: stopTable.start, as: UnsafeRawPointer.self)
    }

    /// Lets the walk pass the slot where it was stopped.
    func resume() {
        guard let (position, tables) = unsafe stopped else { return }
        unsafe slot(position).storeBytes(of: tables, as: UnsafeRawPointer.self)
        unsafe stopped = nil
    }
}
