#if Cloud
    import MosaicCloud
    import MosaicServer

    /// Sends the server's callbacks over HTTP.
    struct OutgoingCallbacks: CallbackSender {
        private let client = CallbackClient()

        func send(_ request: CallbackRequest) async throws -> Int {
            try await client.post(
                request.body, to: request.url, fields: request.fields,
                allowingPrivate: request.allowsPrivateAddresses, attempt: request.earlierAttempts)
        }
    }
#endif
