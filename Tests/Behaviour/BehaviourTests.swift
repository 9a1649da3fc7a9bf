import Testing

/// Behaviour of the tools as users, scripts and clients see it, independent of names in the code.
///
/// These tests run the built executables and import none of their modules. Each ``Scene`` is recorded as a text and
/// compared with a file below `Expected`. Exit codes, JSON, formats, flags, HTTP responses and the layout of files
/// are pinned; sentences for people are not, see ``Prose``.
///
/// `MOSAIC_BEHAVIOUR_RECORD=1 swift test --filter BehaviourTests` records the files again, see ``Expectation``.
// One at a time: the tools are told to use several cores, and some scenes measure how long a run takes.
@Suite(.serialized)
struct BehaviourTests {}
