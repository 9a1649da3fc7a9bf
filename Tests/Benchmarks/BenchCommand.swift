import ArgumentParser

/// `mosaic-bench`: costs of Mosaic next to those of its peers, in one run.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mosaic-bench",
        abstract: "Measures Mosaic beside floors and peers, in turn, in one run.",
        discussion: """
            Build everything with -c release first: memory, peers and the start of the process are measured on the
            mosaic that lies beside this program.

            EXIT STATUS
              0  measured; times are reported and never asserted
              1  a number that does not depend on the machine's mood is not what it has to be
            """,
        subcommands: [
            CorpusCommand.self, ComposeBenchmark.self, SpliceBenchmark.self, LookupBenchmark.self,
            MemoryBenchmark.self, PeersBenchmark.self, PreviewBenchmark.self, DecodeCommand.self, DecodeCounts.self,
            CatalogBenchmark.self,
            AppendBenchmark.self, WidthsBenchmark.self, ExportsBenchmark.self, SizeBenchmark.self,
            BatchBenchmark.self, StartBenchmark.self, ServeBenchmark.self, FilmBenchmark.self, CloudBenchmark.self,
            CountsBenchmark.self, BucketCommand.self,
            AllBenchmarks.self,
        ])
}
