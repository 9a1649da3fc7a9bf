import Mosaic
import MosaicSystem

extension StoryboardLibrary {
    /// Runs work that frees space in the end. Where it fails, releases the reserved space and runs it again.
    ///
    /// - Parameter work: Can be repeated after a failure.
    /// - Throws: Errors of `work`; where the reserved space was not enough either, the error says so.
    package func withRoom<Result>(_ work: () async throws -> Result) async throws -> Result {
        defer { reserves.take() }
        do {
            return try await work()
        } catch let error as MosaicError where reserves.mayHelp(against: error) {
            do {
                return try await work()
            } catch {
                throw reserves.explained(error)
            }
        } catch {
            throw reserves.explained(error)
        }
    }
}

extension [SpaceReserve] {
    /// The same for synchronous work.
    package func withRoom<Result>(_ work: () throws -> Result) throws -> Result {
        defer { take() }
        do {
            return try work()
        } catch let error as MosaicError where mayHelp(against: error) {
            do {
                return try work()
            } catch {
                throw explained(error)
            }
        } catch {
            throw explained(error)
        }
    }

    fileprivate func take() { forEach { $0.take() } }

    /// Releases the reserved space after an error that may come from a full disk; returns whether there was any.
    fileprivate func mayHelp(against error: MosaicError) -> Bool {
        // On all disks, because the error does not state which one is full.
        error.code == .unavailable && map { $0.release() }.contains(true)
    }

    /// Adds to an error that the reserved space is used up, where that is the cause.
    fileprivate func explained(_ error: any Error) -> any Error {
        guard let error = error as? MosaicError, error.code == .unavailable, contains(where: \.isDiskFull) else {
            return error
        }
        return MosaicError(
            .unavailable, error.subject,
            "\(error.reason) The space that is kept for removals (\(SpaceReserve.name)) is used up, too.")
    }
}
