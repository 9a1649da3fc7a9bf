extension FrontPage {
    /// The script of the queue: running, waiting and failed jobs, with a button for each job.
    static let queueScript = #"""
        const kinds = [
          { state: 'processing', word: 'running', action: 'cancel', label: 'Cancel' },
          { state: 'pending', word: 'waiting', action: 'cancel', label: 'Cancel' },
          { state: 'failed', word: 'failed', action: 'retry', label: 'Retry' },
        ];
        const jobRows = new Map();        // by number
        const fewJobs = 3;
        let jobsByKind = kinds.map(() => []), counts = {}, mostJobs = fewJobs;

        const readQueue = async () => {
          const most = Math.max(100, mostJobs), list = kind => read('jobs?limit=' + most + '&state=' + kind.state);
          const first = await list(kinds[0]);
          const next = kinds.slice(1).map(kind => first.counts[kind.state] ? list(kind) : { jobs: [] });
          jobsByKind = [first, ...await Promise.all(next)].map(answer => answer.jobs);
          const before = new Map(progressing);
          progressing.clear();
          for (const job of [...jobsByKind[0], ...jobsByKind[1]]) progressing.set(job.storyboard, job);
          const summary = showQueue(first.counts);
          showProgress();
          return [summary, ...[...progressing.values()].map(job => job.id + ' ' + job.completed_chapters)].join() +
            first.counts.completed;
        };

        // Updates all cards, because the progress of their jobs may have changed.
        const showProgress = () => {
          for (const card of cards.values()) if (card.id) fill(card, storyboardAt(card.index));
        };

        const showQueue = newCounts => {
          const summary = kinds.filter(kind => newCounts[kind.state])
            .map(kind => number(newCounts[kind.state]) + ' ' + kind.word).join(' · ');
          if (part('counts').textContent !== summary) {
            if (part('counts').textContent || summary) say(summary ? 'Queue: ' + summary + '.' : 'The queue is empty.');
            part('counts').textContent = summary;
          }
          counts = newCounts;
          const hadFocus = part('jobs').contains(document.activeElement) && document.activeElement;
          const shown = kinds.flatMap((kind, index) => jobsByKind[index].slice(0, mostJobs).map(job => [job, kind]));
          const ids = new Set(shown.map(([job]) => job.id));
          for (const [id, row] of jobRows) if (!ids.has(id)) { row.item.remove(); jobRows.delete(id); }
          let next = part('jobs').firstChild;
          for (const [job, kind] of shown) {
            const row = jobRows.get(job.id) ?? makeRow(job.id);
            fillRow(row, job, kind);
            // Moves only rows in wrong places: moving a row would cancel a click in progress.
            if (row.item === next) next = next.nextSibling;
            else part('jobs').insertBefore(row.item, next);
          }
          part('more').hidden = mostJobs > fewJobs || !kinds.some(kind => counts[kind.state] > mostJobs);
          part('queue').hidden = !shown.length;
          if (hadFocus && document.activeElement !== hadFocus) {
            if (hadFocus.isConnected) hadFocus.focus();
            else (shown.length ? part('queue-name') : part('search')).focus();
          }
          return summary;
        };

        const makeRow = id => {
          const item = make('li'), row = { item };
          row.link = make('a', '', item);
          row.state = make('span', 'state', item);
          row.button = make('button', '', item);
          row.progress = make('progress', '', item);
          row.button.type = 'button';
          row.button.hidden = !takesJobs;
          item.dataset.job = id;
          jobRows.set(id, row);
          return row;
        };

        const fillRow = (row, job, kind) => {
          const known = job.total_chapters, done = number(job.completed_chapters);
          const words = kind.word[0].toUpperCase() + kind.word.slice(1);
          const progress = known ? done + ' of ' + number(known) : job.completed_chapters ? done : '';
          row.link.textContent = row.link.title = job.storyboard;
          row.link.href = address(job.storyboard) + 'preview';
          row.state.textContent = [words, kind.state === 'failed' ? '' : progress, job.error].filter(Boolean).join(' · ');
          row.progress.hidden = kind.state !== 'processing' || !known;
          row.progress.setAttribute('aria-label', job.storyboard);
          row.progress.max = known || 1;
          row.progress.value = Math.min(job.completed_chapters, known || 0);
          row.button.textContent = kind.label;
          row.button.setAttribute('aria-label', kind.label + ' ' + job.storyboard);
          row.button.onclick = () => act(row, job, kind);
          keepPage(row.link);
        };

        const act = async (row, job, kind) => {
          row.button.setAttribute('aria-disabled', 'true');
          row.button.onclick = null;
          try {
            const answer = await ask('jobs/' + job.id + '/' + kind.action, { method: 'POST' });
            complain('job', answer.ok ? '' : job.storyboard + ': ' + await reason(answer));
          } catch (error) {
            complain('job', job.storyboard + ': ' + error.message);
          }
          row.button.removeAttribute('aria-disabled');
          lookAtQueue();
        };

        // Reads the queue, one request at a time. A call during a request makes another request follow.
        let queueTurn = null, isQueueStale = false, queueState = '';
        const lookAtQueue = () => {
          if (queueTurn) { isQueueStale = true; return queueTurn; }
          return queueTurn = (async () => {
            do {
              isQueueStale = false;
              try {
                const state = await readQueue();
                complain('queue', '');
                if (queueState && state !== queueState) refreshSoon();
                queueState = state;
              } catch (error) {
                complain('queue', 'The queue cannot be read: ' + error.message);
              }
            } while (isQueueStale);
            queueTurn = null;
          })();
        };
        """#
}

extension FrontPage {
    /// The script that receives changes from `GET /events`. Without that route, it requests the queue every 5 seconds.
    ///
    /// The script reads the response itself, because `EventSource` cannot send a token.
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
          // Shows the progress of a listed job at once. If a job moves to another list, the lists are read again.
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
          // Reads the queue, because events report only later changes.
          lookAtQueue();
          if (!lastEvent) refreshSoon();
          await hearEvents(answer.body, hear);
        };

        // Listens to events while the page is visible, and reconnects after a lost connection.
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
            // A storyboard may be published without a job.
            if (turn % 6 === 0) refreshSoon();
          }
        };
        """#
}
