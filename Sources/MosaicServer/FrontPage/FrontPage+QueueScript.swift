extension FrontPage {
    /// The queue: what runs, waits and has failed, with a button for each job.
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

        // Cards of storyboards that grow, or have just stopped.
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
          const shown = new Set();
          kinds.forEach((kind, index) => {
            for (const job of jobsByKind[index].slice(0, mostJobs)) {
              shown.add(job.id);
              const row = jobRows.get(job.id) ?? makeRow(job.id);
              fillRow(row, job, kind);
              part('jobs').append(row.item);
            }
          });
          for (const [id, row] of jobRows) if (!shown.has(id)) { row.item.remove(); jobRows.delete(id); }
          part('more').hidden = mostJobs > fewJobs || !kinds.some(kind => counts[kind.state] > mostJobs);
          part('queue').hidden = !shown.size;
          if (hadFocus && document.activeElement !== hadFocus) {
            if (hadFocus.isConnected) hadFocus.focus();
            else (shown.size ? part('queue-name') : part('search')).focus();
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

        // One reading at a time; what changes meanwhile is read by the next one.
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
