// The idea: the block walk stores each DC coefficient as the difference from the previous block in file order. This
// type sums the differences after each group of MCUs, which keeps the sum out of the hot loop, and transforms the
// blocks into the component's plane.

import TiledJPEG

/// One component during decoding: its tables, its transform and its plane.
struct ScaledComponent {
    let tables: LookupTables
    /// The DC coefficient of the previous block in the current segment.
    var prediction = 0
    private let horizontal: Int
    private let vertical: Int
    private let firstBlock: Int
    private let blocksInAllMCU: Int
    private let scale: JPEGScale
    private let transform: ReducedTransform
    private let width: Int
    private let height: Int
    private let horizontalSpan: Int
    private let verticalSpan: Int
    private let stride: Int
    private var samples: [UInt8]

    var blocksPerMCU: Int { horizontal * vertical }

    var plane: ScaledPlane {
        ScaledPlane(
            width: width, height: height, horizontalSpan: horizontalSpan, verticalSpan: verticalSpan, stride: stride,
            samples: samples)
    }

    /// - Parameters:
    ///   - pictureScale: The picture's scale; `tables` has the component's own scale.
    ///   - spare: Samples of an earlier picture. Their memory is reused if the size matches and there is no other
    ///     reference.
    init(
        _ component: ScanPlan.Component, _ plan: ScanPlan, _ pictureScale: JPEGScale, _ tables: LookupTables,
        spare: consuming [UInt8]
    ) {
        self.tables = tables
        scale = tables.places.scale
        horizontal = component.horizontal
        vertical = component.vertical
        firstBlock = component.firstBlock
        blocksInAllMCU = plan.blocksPerMCU
        transform = ReducedTransform(scale, component.quantizers)
        width = scale.extent(
            pixels: plan.size.width, factor: component.horizontal, maximum: plan.maximumHorizontal)
        height = scale.extent(
            pixels: plan.size.height, factor: component.vertical, maximum: plan.maximumVertical)
        let enlargement = scale.rawValue / pictureScale.rawValue
        horizontalSpan = component.horizontalSpan / enlargement
        verticalSpan = component.verticalSpan / enlargement
        // Whole pairs of blocks, because transforms write pairs.
        let blocks = (plan.mcusAcross * component.horizontal + 1) / 2 * 2
        stride = (blocks * scale.rawValue + 15) / 16 * 16
        let count = stride * plan.mcusDown * component.vertical * scale.rawValue
        // Moved before the array is written to: a second reference would cause a copy.
        var samples = consume spare
        if samples.count != count {
            samples = [UInt8](repeating: 0, count: count)
        } else {
            // Clears the margins: transforms do not write them, and they hold samples of an earlier picture.
            let written = blocks * scale.rawValue
            for margin in Swift.stride(from: written, to: count, by: stride) {
                for place in margin..<margin + stride - written { samples[place] = 0 }
            }
        }
        self.samples = samples
    }

    /// Sums the differences in the slots of `mcus` of a row to coefficients; returns false if one is out of range.
    ///
    /// 8-bit samples have DC coefficients within -1024...1024 if the divisor is 1. Twice that range is accepted, as
    /// libjpeg does without harm.
    mutating func sumDifferences(_ row: SlotRow, _ mcus: Range<Int>) -> Bool {
        scale == .half ? sum(LargeSlots.self, row, mcus) : sum(SmallSlots.self, row, mcus)
    }

    private mutating func sum<Layout: SlotLayout>(_ layout: Layout.Type, _ row: SlotRow, _ mcus: Range<Int>) -> Bool {
        var sum = prediction
        var wild = 0
        let step = blocksInAllMCU * Layout.stride
        var place = unsafe row.slot(mcus.lowerBound * blocksInAllMCU + firstBlock) + SlotOffset.coefficients
        switch blocksPerMCU {
        case 1:
            for _ in 0..<mcus.count {
                unsafe Layout.accumulate(&sum, place)
                wild |= sum &+ 2048
                unsafe place += step
            }
        case let blocks:
            let rest = step - blocks * Layout.stride
            for _ in 0..<mcus.count {
                for _ in 0..<blocks {
                    unsafe Layout.accumulate(&sum, place)
                    wild |= sum &+ 2048
                    unsafe place += Layout.stride
                }
                unsafe place += rest
            }
        }
        prediction = sum
        return wild & ~4095 == 0
    }

    /// Transforms `mcus` MCUs of a row into the plane, from the even number `column` on, and zeroes their coefficients.
    mutating func transform(_ row: SlotRow, mcuRow: Int, column: Int, mcus: Int) {
        let side = scale.rawValue
        for blockRow in 0..<vertical {
            let first = firstBlock + blockRow * horizontal
            let blocks = unsafe BlockRow(
                start: row.slot(first) + SlotOffset.coefficients,
                mcuStep: blocksInAllMCU * row.stride, blockStep: row.stride, mcus: mcus, horizontal: horizontal)
            let left = column * horizontal * side
            let offset = (mcuRow * vertical + blockRow) * side * stride + left
            unsafe samples.withUnsafeMutableBytes { plane in
                // The plane has a stride for each of the `side` rows, and the stride holds whole pairs of blocks.
                assert(offset - left + side * stride <= plane.count && left + blocks.pairs * 2 * side <= stride)
                guard let start = plane.baseAddress else { return }
                unsafe transform.run(blocks, into: start + offset, stride: stride)
            }
        }
    }
}

/// The blocks of one component in one row of blocks, processed in pairs: both blocks of an MCU, or one block of each of
/// two MCUs.
@safe struct BlockRow {
    /// The first block's coefficients.
    let start: UnsafeMutableRawPointer
    /// Bytes from the first to the second block of a pair.
    let within: Int
    /// Bytes from one pair to the next.
    let step: Int
    /// Number of pairs. The second block of the last pair may be in the spare MCU after the row.
    let pairs: Int

    init(start: UnsafeMutableRawPointer, mcuStep: Int, blockStep: Int, mcus: Int, horizontal: Int) {
        unsafe self.start = start
        within = horizontal == 2 ? blockStep : mcuStep
        step = horizontal == 2 ? mcuStep : 2 * mcuStep
        pairs = horizontal == 2 ? mcus : (mcus + 1) / 2
    }
}
