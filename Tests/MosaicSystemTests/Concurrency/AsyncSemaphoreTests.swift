import Testing

@testable import MosaicSystem

struct AsyncSemaphoreTests {
    /// Permits that the tasks of a test hold in total.
    private actor Account {
        private(set) var held = 0
        private(set) var most = 0
        private(set) var taken: [Int] = []

        func take(_ permits: Int) {
            held += permits
            most = max(most, held)
            taken.append(permits)
        }

        func giveBack(_ permits: Int) { held -= permits }
    }

    /// Waits until `count` tasks are queued.
    private func wait(for count: Int, at semaphore: AsyncSemaphore) async {
        while semaphore.waiting != count { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(1)))
    func `no more is held at a time than there is, and everybody is served`() async throws {
        let semaphore = AsyncSemaphore(permits: 100)
        let account = Account()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                let need = [100, 1, 30, 60][index % 4]
                group.addTask {
                    try await semaphore.acquire(need)
                    await account.take(need)
                    await Task.yield()
                    await account.giveBack(need)
                    semaphore.release(need)
                }
            }
            try await group.waitForAll()
        }
        #expect(await account.held == 0)
        #expect(await account.most == 100)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a large request is not overtaken by small ones`() async throws {
        let semaphore = AsyncSemaphore(permits: 4)
        try await semaphore.acquire(3)
        let account = Account()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, need) in [4, 1, 2].enumerated() {
                group.addTask {
                    try await semaphore.acquire(need)
                    await account.take(need)
                    semaphore.release(need)
                }
                await wait(for: index + 1, at: semaphore)
            }
            #expect(
                await account.taken.isEmpty, "one permit is free, and it is not the turn of the task that needs one")
            semaphore.release(3)
            try await group.waitForAll()
        }
        #expect(await account.taken.first == 4)
        try await semaphore.acquire(4)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a cancelled waiter leaves the queue without a permit`() async throws {
        let semaphore = AsyncSemaphore(permits: 2)
        try await semaphore.acquire()
        let first = Task { try await semaphore.acquire(2) }
        await wait(for: 1, at: semaphore)
        let second = Task { try await semaphore.acquire() }
        await wait(for: 2, at: semaphore)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await second.value
        semaphore.release(2)
        try await semaphore.acquire(2)
    }

    @Test(.timeLimit(.minutes(1)))
    func `permits are returned once, however often they are released`() async throws {
        let semaphore = AsyncSemaphore(permits: 2)
        try await semaphore.acquire(2)
        let permits = Permits(2, of: semaphore)
        for _ in 0..<2 { permits.release() }
        #expect(!permits.areHeld)
        try await semaphore.acquire(2)
        let late = Task { try await semaphore.acquire() }
        await wait(for: 1, at: semaphore)
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func `a task that is cancelled already takes nothing`() async throws {
        let semaphore = AsyncSemaphore(permits: 1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await semaphore.acquire()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await semaphore.acquire()
    }

    @Test(.timeLimit(.minutes(1)))
    func `cancelling while others release loses no permit`() async throws {
        let semaphore = AsyncSemaphore(permits: 3)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<2_000 {
                group.addTask {
                    let task = Task {
                        try await semaphore.acquire(index % 3 + 1)
                        await Task.yield()
                        semaphore.release(index % 3 + 1)
                    }
                    if index.isMultiple(of: 2) { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(semaphore.waiting == 0)
        try await semaphore.acquire(3)
    }
}
