/// What each metric says, in one sentence.
enum MetricHelp {
    /// The help of a metric; a common sentence for metrics of libraries.
    static func text(of name: String) -> String { own[name] ?? "Measured by a library of this process." }

    /// Those of this server.
    static let own = [
        "mosaic_cache_bytes": "Bytes of documents, sheets and tiles in memory.",
        "mosaic_cache_files": "Documents and sheets in memory.",
        "mosaic_cache_hits_total": "Documents and sheets that were found in memory.",
        "mosaic_cache_misses_total": "Documents and sheets that had to be read.",
        "mosaic_compose_duration_seconds": "Seconds from the beginning of an attempt at a job to its publication.",
        "mosaic_http_request_duration_seconds": "Seconds from the head of a request to the head of its answer.",
        "mosaic_jobs": "Jobs in each state.",
        "mosaic_memory_purges_total": "How often memory was short and the cache was emptied.",
        "mosaic_placeholders": "Tiles that show a placeholder because their screenshot cannot be decoded.",
        "mosaic_storyboards_with_placeholders": "Storyboards that have such tiles.",
        "mosaic_uploaded_bytes_total": "Bytes of screenshots that were uploaded.",
        "mosaic_uploaded_screenshots_total": "Screenshots that were uploaded.",
    ]
}
