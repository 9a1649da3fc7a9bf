import HTTPFetching

extension ThumbnailTrack {
    /// Purges whenever the system runs low on memory, until ``stopWatchingMemory()`` or the track's end.
    ///
    /// Nothing is watched unless this is called; a second call replaces the source of the first.
    public func watchMemory(_ source: MemoryPressureSource = .system) {
        let watch = Task { [weak self] in
            for await pressure in source.pressures() {
                guard let self else { return }
                self.purge(pressure)
            }
        }
        let former = state.withLock { state in
            defer { state.pressureWatch = watch }
            return state.pressureWatch
        }
        former?.cancel()
    }

    /// Stops purging on its own.
    public func stopWatchingMemory() {
        let former = state.withLock { state in
            defer { state.pressureWatch = nil }
            return state.pressureWatch
        }
        former?.cancel()
    }
}
