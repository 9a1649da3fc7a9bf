import Testing

@testable import Mosaic

struct WorkingMemoryTests {
    /// What the workers of a test hold together.
    private actor Account {
        private(set) var held = 0
        private(set) var most = 0

        func take(_ bytes: Int) {
            held += bytes
            most = max(most, held)
        }

        func giveBack(_ bytes: Int) { held -= bytes }
    }

    @Test func `no more is held at a time than there is, and everybody gets a turn`() async {
        let memory = WorkingMemory(bytes: 100)
        let account = Account()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                let need = [100, 1, 30, 60][index % 4]
                group.addTask {
                    await memory.acquire(need)
                    await account.take(need)
                    await Task.yield()
                    await account.giveBack(need)
                    memory.release(need)
                }
            }
        }
        #expect(await account.held == 0)
        #expect(await account.most == 100)
    }
}
