// The idea: decode only as many MCUs of a row at a time as stay in the first cache until they are transformed. The
// addresses of their tables are written once for a file. The slot after the last one stops the walk. If a restart
// segment or a row ends earlier, the slot after that end stops the walk, too, until the walk continues.

/// The slots of neighbouring MCUs of a row.
@safe final class SlotRow {
    private let memory = ScratchBytes()
    private let stopTable = StopTable()
    private(set) var stride = 0
    private(set) var count = 0
    /// Number of MCUs that have slots.
    private(set) var mcus = 0
    /// Size of the memory kept for the next file, in bytes.
    var capacity: Int { memory.capacity }
    /// The slot that stops the walk early, and the tables that it had before.
    private var stopped: (slot: Int, tables: UnsafeRawPointer)?

    /// Maximum size of the slots in bytes; each of three files in turn has as many.
    private static var room: Int { 8192 }

    /// Creates slots for up to `mcus` MCUs, and zeroes the coefficients. The number of MCUs is even unless it is
    /// `mcus`.
    ///
    /// - Parameter tables: One for each block of an MCU; they have to outlive the walk.
    func prepare(mcus: Int, _ tables: [LookupTables], stride: Int) {
        self.stride = stride
        // Even, because transforms work on pairs.
        let mcus = min(mcus, Self.room / (stride * tables.count) & ~1)
        self.mcus = mcus
        count = mcus * tables.count
        // One more MCU, because transforms work on pairs; one more slot, because a step reads the next one.
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

    /// The position at which the walk stops next.
    var stopPosition: Int { unsafe stopped?.slot ?? count }

    /// Stops the walk at `position`, 0...`count`, and at no other slot before the row's end.
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
