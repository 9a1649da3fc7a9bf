import ArgumentParser

/// `mosaic-bench corpus`: writes seeded screenshots into a folder.
struct CorpusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Writes seeded, photo-like screenshots, the same on every machine.")

    @Argument(help: "The folder to write to.")
    var folder: String

    @OptionGroup
    var recipe: CorpusRecipe

    func run() async throws {
        let bytes = try await recipe.write(to: folder)
        print("\(recipe.description): \(bytes) bytes, \(bytes / recipe.count) a file")
    }
}
