/// Binary search over plain memory, as it is written in textbooks, to compare with.
enum PlainSearch {
    /// Answers all questions in one call, as those that it is compared with do, and gives the sum of the answers, so
    /// that nothing is left out.
    @inline(never)
    static func sum(_ starts: UnsafeBufferPointer<Int64>, _ times: [Int64]) -> Int {
        guard let first = starts.baseAddress else { return 0 }
        var sum = 0
        for time in times {
            var (low, high) = (0, starts.count)
            while low < high {
                let middle = (low &+ high) &>> 1
                if first[middle] <= time { low = middle &+ 1 } else { high = middle }
            }
            sum &+= low &- 1
        }
        return sum
    }
}
