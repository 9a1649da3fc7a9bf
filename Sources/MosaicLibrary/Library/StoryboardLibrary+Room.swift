import Mosaic
import MosaicFiles

extension StoryboardLibrary {
    /// Does something that frees space in the end; where it fails, once more with the space that is kept for that.
    ///
    /// - Parameter work: What it has done when it fails is not to be in the way of doing it again.
    /// - Throws: What `work` throws; where the kept space is used up as well, it says so.
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
    /// The same for what does not wait.
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

    /// Gives the space up where something fails that may for the want of it; whether there was any.
    fileprivate func mayHelp(against error: MosaicError) -> Bool {
        // Of all disks, also where one would do: which of them is full the error does not say.
        error.code == .unavailable && map { $0.release() }.contains(true)
    }

    /// Says that the space is used up, where that is why something failed.
    fileprivate func explained(_ error: any Error) -> any Error {
        guard let error = error as? MosaicError, error.code == .unavailable, contains(where: \.isDiskFull) else {
            return error
        }
        return MosaicError(
            .unavailable, error.subject,
            "\(error.reason) The space that is kept for removals (\(SpaceReserve.name)) is used up, too.")
    }
}
