// The idea: the walk only stores values, and everything else is done between its parts. The walk runs to the end of the
// row of slots or of a restart segment, whichever comes first. Then DC differences are summed up, a complete row is
// transformed into the planes, and the walk continues.

import TiledJPEG

/// A file in decoding; the object is reused for every file.
final class BlockStream {
    /// The state of the walk; a running walk uses a copy.
    var cursor: BlockCursor
    /// Whether the picture is finished, or decoding has failed.
    private(set) var hasEnded = false
    /// Why decoding failed; nil without a failure.
    private(set) var failure: ImageError?

    private let entropy = EntropyBytes()
    private let row = SlotRow()
    private let places: PlaceTable
    let scale: JPEGScale
    private(set) var components: [ScaledComponent] = []
    /// The index of the component of each block in an MCU.
    private var componentOfBlock: [Int] = []
    private var size = PixelSize(width: 0, height: 0)
    private var mcusAcross = 0
    /// Number of MCUs in the picture.
    private var mcuCount = 0
    private var mcusPerSegment = 0
    private var blocksPerMCU = 1
    /// Samples of the last picture's planes.
    private var spare: [[UInt8]] = []
    /// Number of finished MCUs of the picture.
    private var finished = 0
    /// The MCU column of the picture at which the row of slots begins.
    private var column = 0
    /// Number of MCUs in the row of slots.
    private var mcusInRow = 0
    /// Number of finished MCUs in the row of slots.
    private var finishedInRow = 0
    private var segment = 0
    private var segmentEnd = 0
    private var leftInSegment = 0

    init(_ scale: JPEGScale) {
        self.scale = scale
        places = PlaceTable(CoefficientPlaces(scale))
        cursor = unsafe BlockCursor(
            slot: row.slot(0), table: places.start, places: places.start, bytes: entropy.start, byteCount: 0)
    }

    /// Size of the memory kept for the next file, in bytes.
    var scratchBytes: Int { spare.reduce(entropy.capacity + row.capacity) { $0 + $1.capacity } }

    /// Begins to decode a file.
    func begin(_ bytes: [UInt8], _ cache: TableCache) throws(ImageError) {
        let plan = try ScanPlan(bytes)
        size = plan.size
        mcusAcross = plan.mcusAcross
        mcuCount = plan.mcusAcross * plan.mcusDown
        mcusPerSegment = plan.mcusPerSegment
        blocksPerMCU = plan.blocksPerMCU
        failure = nil
        hasEnded = false
        components.removeAll(keepingCapacity: true)
        for (index, component) in plan.components.enumerated() {
            let own = scale.ofComponent(
                horizontalSpan: component.horizontalSpan, verticalSpan: component.verticalSpan)
            let tables = tables(of: index, plan, own, cache)
            components.append(ScaledComponent(component, plan, scale, tables, spare: takeSpare(index)))
        }
        componentOfBlock = components.indices.flatMap { index in
            [Int](repeating: index, count: components[index].blocksPerMCU)
        }
        entropy.fill(from: bytes, plan.segments)
        let tables = componentOfBlock.map { components[$0].tables }
        row.prepare(mcus: plan.mcusAcross, tables, stride: places.layout.slotStride)
        beginRow(0)
        cursor = unsafe BlockCursor(
            slot: row.slot(0), table: tables[0].start, places: places.start, bytes: entropy.start,
            byteCount: entropy.count)
        finished = 0
        beginSegment(0)
        beginStretch()
    }

    /// The look-up tables of a component at its scale: from an earlier component with the same codes, or from the
    /// cache.
    private func tables(
        of index: Int, _ plan: ScanPlan, _ scale: JPEGScale, _ cache: TableCache
    ) -> LookupTables {
        let own = plan.components[index]
        for (earlier, tables) in zip(plan.components, components.map(\.tables))
        where earlier.dcTable == own.dcTable && earlier.acTable == own.acTable && tables.places.scale == scale {
            return tables
        }
        return cache.tables(dc: own.dcTable, ac: own.acTable, scale)
    }

    /// Moves the samples of the last picture's component out of the stream.
    private func takeSpare(_ component: Int) -> [UInt8] {
        guard component < spare.count else { return [] }
        var taken: [UInt8] = []
        swap(&taken, &spare[component])
        return taken
    }

    /// The result. The stream keeps a reference to the planes, and reuses their memory once the caller has released
    /// them.
    func finish() -> Result<ScaledPicture, ImageError> {
        defer { components.removeAll(keepingCapacity: true) }
        if let failure { return .failure(failure) }
        spare = components.map(\.plane.samples)
        return .success(ScaledPicture(size: size, scale: scale, planes: components.map(\.plane)))
    }

    /// Gives up the picture at the current symbol; returns true.
    func failAtSymbol() -> Bool {
        fail("A Huffman code or a coefficient's position does not exist behind MCU \(finished).")
    }

    private func fail(_ reason: String) -> Bool {
        failure = ImageError(.malformed, "scan", reason)
        hasEnded = true
        return true
    }

    private func beginSegment(_ number: Int) {
        segment = number
        let bits = entropy.segments[number]
        cursor.position = bits.lowerBound
        segmentEnd = bits.upperBound
        leftInSegment = min(mcusPerSegment, mcuCount - finished)
        for index in components.indices { components[index].prediction = 0 }
    }

    /// Begins a row of slots at the MCU column `column`.
    private func beginRow(_ column: Int) {
        self.column = column == mcusAcross ? 0 : column
        mcusInRow = min(row.mcus, mcusAcross - self.column)
        finishedInRow = 0
    }

    /// Lets the walk run to the end of the row of slots or of the segment.
    private func beginStretch() {
        let mcus = min(mcusInRow - finishedInRow, leftInSegment)
        row.stop(at: (finishedInRow + mcus) * blocksPerMCU)
        unsafe cursor.slot = row.slot(finishedInRow * blocksPerMCU)
        cursor.beginBlock()
        cursor.refill()
    }

    /// Finishes a part of the walk after its stop; returns true if the stream has ended.
    func endStretch() -> Bool {
        guard cursor.position <= segmentEnd else {
            return fail("Restart segment \(segment) ends \(cursor.position - segmentEnd) bits early.")
        }
        let mcus = row.stopPosition / blocksPerMCU - finishedInRow
        for index in components.indices {
            guard components[index].sumDifferences(row, finishedInRow..<finishedInRow + mcus) else {
                return fail("A DC coefficient is out of range in MCU row \(finished / mcusAcross).")
            }
        }
        finished += mcus
        finishedInRow += mcus
        leftInSegment -= mcus
        if finishedInRow == mcusInRow {
            let mcuRow = (finished - 1) / mcusAcross
            for index in components.indices {
                components[index].transform(row, mcuRow: mcuRow, column: column, mcus: mcusInRow)
            }
            beginRow(column + mcusInRow)
        }
        if leftInSegment == 0 {
            guard segmentEnd - cursor.position <= 7 else {
                return fail("Restart segment \(segment) has \(segmentEnd - cursor.position) bits too many.")
            }
            guard segment + 1 < entropy.segments.count else {
                hasEnded = true
                return true
            }
            beginSegment(segment + 1)
        }
        beginStretch()
        return false
    }
}
