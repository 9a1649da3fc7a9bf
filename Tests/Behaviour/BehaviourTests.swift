import Testing

/// What users, scripts and clients see of the tools, whatever the code behind it is called.
///
/// Everything here runs the built executables and imports none of their modules. What they do is written down as a text
/// (``Scene``) and compared with a file below `Expected`. Exit codes, JSON, formats, flags, answers over HTTP and the
/// layout of files are pinned; sentences for people are not, see ``Prose``.
///
/// `MOSAIC_BEHAVIOUR_RECORD=1 swift test --filter BehaviourTests` writes the files anew, see ``Expectation``.
// One at a time: the tools are told to use several cores, and some scenes measure how long a run takes.
@Suite(.serialized)
struct BehaviourTests {}
