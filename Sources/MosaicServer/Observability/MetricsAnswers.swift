#if Server
    import NIOCore
    import NIOHTTP1

    /// Responds to the first request of a connection, then closes the connection.
    final class MetricsAnswers: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let metrics: PrometheusMetrics
        private var head: HTTPRequestHead?

        init(_ metrics: PrometheusMetrics) { self.metrics = metrics }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            // Requests for metrics need no body; a body is discarded.
            case .body: break
            case .end:
                guard let head else { return }
                self.head = nil
                answer(head, context)
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
            var fields: HTTPHeaders = ["Connection": "close", "Cache-Control": "no-store"]
            let status: HTTPResponseStatus
            var text = ""
            if request.uri.prefix(while: { $0 != "?" }) != "/metrics" {
                (status, text) = (.notFound, "Metrics are at /metrics.\n")
            } else if request.method != .GET, request.method != .HEAD {
                (status, text) = (.methodNotAllowed, "Metrics are read by GET.\n")
                fields.add(name: "Allow", value: "GET, HEAD")
            } else {
                (status, text) = (.ok, metrics.text())
            }
            let type = status == .ok ? PrometheusMetrics.contentType : "text/plain; charset=utf-8"
            fields.add(name: "Content-Type", value: type)
            fields.add(name: "Content-Length", value: String(text.utf8.count))
            let head = HTTPResponseHead(version: request.version, status: status, headers: fields)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if request.method != .HEAD {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
            }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }
#endif
