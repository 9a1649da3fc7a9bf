import Mosaic
import MosaicSystem

extension StoryboardLibrary {
    /// Runs `work`, which frees disk space in the end. If it fails for lack of space, releases the reserved space and
    /// runs it again.
    ///
    /// - Parameter work: Work that can be repeated after a failure.
    /// - Throws: Errors of `work`. If the reserved space was not enough either, the error says so.
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
    /// Runs synchronous work like ``StoryboardLibrary/withRoom(_:)``.
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

    /// Releases the reserved space if an error may come from a full disk; returns whether any space was released.
    fileprivate func mayHelp(against error: MosaicError) -> Bool {
        // Releases it on all disks, because the error does not state which disk is full.
        error.code == .unavailable && map { $0.release() }.contains(true)
    }

    /// Adds to an error that the disk has neither free nor reserved space, if that may be the cause.
    fileprivate func explained(_ error: any Error) -> any Error {
        guard let error = error as? MosaicError, error.code == .unavailable,
            contains(where: { $0.isDiskFull && $0.isMissing })
        else {
            return error
        }
        return MosaicError(
            .unavailable, error.subject,
            "\(error.reason) Less than 1 MiB is left on the disk, and no space is kept for removals "
                + "(\(SpaceReserve.name)): make room first.")
    }
}
