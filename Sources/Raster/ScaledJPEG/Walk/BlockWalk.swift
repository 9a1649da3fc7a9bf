// The idea: three steps need at most 54 bits, and a refill provides 56, so every stream refills once in three steps.
// The walk runs until one of its streams has ended; the others keep their state and join the next walk.

/// Advances one, two or three streams in turn.
enum BlockWalk {
    /// Returns when at least one of `streams`, 1...3, has ended.
    static func run(_ streams: [BlockStream], _ scale: JPEGScale) {
        if scale == .half { run(LargeSlots.self, streams) } else { run(SmallSlots.self, streams) }
    }

    private static func run<Layout: SlotLayout>(_ layout: Layout.Type, _ streams: [BlockStream]) {
        switch streams.count {
        case 1: one(layout, streams[0])
        case 2: two(layout, streams[0], streams[1])
        default: three(layout, streams[0], streams[1], streams[2])
        }
    }

    @inline(never)
    private static func one<Layout: SlotLayout>(_ layout: Layout.Type, _ first: BlockStream) {
        var a = first.cursor
        a.beginCounting(layout)
        while true {
            a.refillCounted()
            if a.step(layout, of: first, counts: true) { return }
            if a.step(layout, of: first, counts: true) { return }
            if a.step(layout, of: first, counts: true) { return }
        }
    }

    @inline(never)
    private static func two<Layout: SlotLayout>(
        _ layout: Layout.Type, _ first: BlockStream, _ second: BlockStream
    ) {
        var a = first.cursor
        var b = second.cursor
        defer {
            first.cursor = a
            second.cursor = b
        }
        while true {
            a.refill()
            b.refill()
            if a.step(layout, of: first) || b.step(layout, of: second) { return }
            if a.step(layout, of: first) || b.step(layout, of: second) { return }
            if a.step(layout, of: first) || b.step(layout, of: second) { return }
        }
    }

    @inline(never)
    private static func three<Layout: SlotLayout>(
        _ layout: Layout.Type, _ first: BlockStream, _ second: BlockStream, _ third: BlockStream
    ) {
        var a = first.cursor
        var b = second.cursor
        var c = third.cursor
        defer {
            first.cursor = a
            second.cursor = b
            third.cursor = c
        }
        while true {
            a.refill()
            b.refill()
            c.refill()
            if a.step(layout, of: first) || b.step(layout, of: second) || c.step(layout, of: third) { return }
            if a.step(layout, of: first) || b.step(layout, of: second) || c.step(layout, of: third) { return }
            if a.step(layout, of: first) || b.step(layout, of: second) || c.step(layout, of: third) { return }
        }
    }
}
