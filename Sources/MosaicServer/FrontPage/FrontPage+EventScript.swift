extension FrontPage {
    /// Changes as they happen, by `GET /events`; without that route, a request for the queue every 5 seconds.
    ///
    /// It reads the response itself, because `EventSource` sends no token.
    static let eventScript = #"""
        let lastEvent = '', isListening = false, stream = null;
        let hasEvents = document.body.dataset.hasEvents === 'true';

        // Calls `hear` with each event of a stream as text.
        // See https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
        const hearEvents = async (body, hear) => {
          const reader = body.pipeThrough(new TextDecoderStream()).getReader();
          let rest = '', event = '', data = [];
          for (;;) {
            const { value, done } = await reader.read();
            if (done) return;
            const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
            rest = lines.pop();
            for (const line of lines) {
              if (!line) {
                if (event || data.length) hear(event, data.join('\n'));
                [event, data] = ['', []];
                continue;
              }
              const colon = line.indexOf(':'), name = colon < 0 ? line : line.slice(0, colon);
              const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
              if (name === 'event') event = text;
              else if (name === 'data') data.push(text);
              else if (name === 'id') lastEvent = text;
            }
          }
        };

        let queueSoon = 0;
        const queueLater = () => { queueSoon ||= setTimeout(() => { queueSoon = 0; lookAtQueue(); }, 500); };
        const hear = (event, data) => {
          if (event === 'job') hearJob(JSON.parse(data));
          else if (event === 'storyboard') hearStoryboard(JSON.parse(data));
          else { queueLater(); refreshSoon(); }
        };
        const cardOf = id => [...cards.values()].find(card => card.id === id);
        const hearJob = job => {
          const list = jobsByKind[kinds.findIndex(kind => kind.state === job.state)];
          const known = list?.findIndex(other => other.id === job.id) ?? -1;
          const isOver = !['pending', 'processing'].includes(job.state), wasKnown = progressing.has(job.storyboard);
          if (isOver) progressing.delete(job.storyboard); else progressing.set(job.storyboard, job);
          // Progress is shown at once; where a job changes its list, the lists are read again.
          if (known >= 0) {
            list[known] = job;
            showQueue(counts);
          } else {
            queueLater();
          }
          if (isOver && wasKnown) say(job.storyboard + ' is ' + job.state + '.');
          const card = cardOf(job.storyboard);
          if (!card) return;
          const storyboard = storyboardAt(card.index);
          if (storyboard) storyboard.status = job.state;
          fill(card, storyboard);
        };
        const hearStoryboard = storyboard => {
          for (const list of pages.values()) {
            const index = list.findIndex(other => other.id === storyboard.id);
            if (index < 0) continue;
            list[index] = storyboard;
            const card = cardOf(storyboard.id);
            if (card) fill(card, storyboard);
            return;
          }
          refreshSoon();
        };

        const listen = async () => {
          stream = new AbortController();
          const headers = { Accept: 'text/event-stream' };
          if (lastEvent) headers['Last-Event-ID'] = lastEvent;
          const answer = await ask('events', { headers, cache: 'no-store', signal: stream.signal });
          if ([404, 405, 501].includes(answer.status)) hasEvents = false;
          if (!answer.ok) { await answer.body?.cancel(); return; }
          isListening = true;
          // What happened before the first event is in no event.
          lookAtQueue();
          if (!lastEvent) refreshSoon();
          await hearEvents(answer.body, hear);
        };

        // A page that nobody sees keeps no connection; seen again, it catches up.
        const follow = async () => {
          for (let wait = 1000; hasEvents; wait = isListening ? 1000 : Math.min(wait * 2, 30000)) {
            while (document.hidden) await pause(250);
            isListening = false;
            try { await listen(); } catch {}
            const wasListening = isListening;
            isListening = false;
            if (hasEvents) await pause(wasListening ? 500 + Math.random() * 1000 : wait);
          }
        };
        addEventListener('visibilitychange', () => { if (document.hidden) stream?.abort(); });
        const poll = async () => {
          for (let turn = 1; ; turn++) {
            await pause(5000);
            if (document.hidden || isListening || !part('entrance').hidden) continue;
            await lookAtQueue();
            // Not all that is published has a job.
            if (turn % 6 === 0) refreshSoon();
          }
        };
        """#
}
