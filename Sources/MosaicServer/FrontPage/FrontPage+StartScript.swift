extension FrontPage {
    /// The script of search, order and keyboard, which also starts the page.
    static let startScript = #"""
        let searching = 0, searched = '';
        const searchNow = () => {
          clearTimeout(searching);
          const text = part('search').value.trim() + '\n' + part('sort').value;
          if (text === searched) return;
          searched = text;
          restart();
        };
        part('search').oninput = () => { clearTimeout(searching); searching = setTimeout(searchNow, 250); };
        part('sort').onchange = searchNow;
        part('finder').onsubmit = event => { event.preventDefault(); searchNow(); };
        part('more').onclick = () => { mostJobs = 1000; lookAtQueue(); part('queue-name').focus(); };

        const focusCard = index => {
          const last = Math.min(total, Math.floor(highest / rowHeight) * columns) - 1;
          index = Math.max(0, Math.min(index, last));
          const y = grid.getBoundingClientRect().top + Math.floor(index / columns) * rowHeight;
          if (y < 0 || y + rowHeight > innerHeight) {
            scrollBy(0, y < 0 ? y - 16 : y + rowHeight - innerHeight + 16);
          }
          focusIndex = index;
          render();
          cards.get(index)?.link.focus({ preventScroll: true });
        };
        grid.onkeydown = event => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const rows = Math.max(1, Math.floor(innerHeight / rowHeight));
          const ways = {
            ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -rows * columns,
            PageDown: rows * columns, Home: -focusIndex, End: total - focusIndex,
          };
          if (!(event.key in ways)) return;
          event.preventDefault();
          const column = focusIndex % columns;
          // From the first row, the up arrow leads to the search field.
          if (event.key === 'ArrowUp' && focusIndex < columns) part('search').focus();
          else if (event.key === 'PageUp' && focusIndex + ways.PageUp < 0) focusCard(column);
          else focusCard(focusIndex + ways[event.key]);
        };
        part('search').onkeydown = event => {
          if (event.key === 'ArrowDown' && total) { event.preventDefault(); focusCard(0); }
          if (event.key === 'Enter') searchNow();
          if (event.key === 'Escape' && part('search').value) { part('search').value = ''; searchNow(); }
        };
        addEventListener('keydown', event => {
          if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey || !part('entrance').hidden) return;
          if (event.target.closest?.('input, select, textarea')) return;
          event.preventDefault();
          part('search').focus();
          part('search').select();
        });
        addEventListener('scroll', renderSoon, { passive: true });
        addEventListener('resize', renderSoon);

        const folder = new URL('.', location.href).href, shownToken = ' -H "Authorization: Bearer $MOSAIC_AUTH_TOKEN"';
        const showCommands = () => {
          const header = token === null ? '' : shownToken;
          part('commands').textContent =
            'curl -X PUT' + header + " -H 'Content-Type: application/json' -d '{\"chapters\": 1}' " +
            folder + 'storyboards/film\ncurl -X PUT' + header + " -H 'Content-Type: image/jpeg' -T ch1_4s.jpg " +
            folder + 'storyboards/film/screenshots/ch1_4s.jpg';
        };
        part('filling').hidden = !takesJobs;
        part('reading-only').hidden = takesJobs;
        part('copy').onclick = async () => {
          try {
            await navigator.clipboard.writeText(part('commands').textContent);
            say('Copied.');
          } catch {
            // Pages without TLS may not write to the clipboard.
            getSelection().selectAllChildren(part('commands'));
          }
        };

        // Saves position, search and order, for a return to the page from a preview.
        history.scrollRestoration = 'manual';
        addEventListener('pagehide', () => {
          history.replaceState({ y: scrollY, search: part('search').value, sort: part('sort').value }, '');
        });
        (async () => {
          const before = history.state;
          if (before?.search) part('search').value = before.search;
          if (before?.sort) part('sort').value = before.sort;
          searched = part('search').value.trim() + '\n' + part('sort').value;
          await list();
          showCommands();
          await lookAtQueue();
          if (before?.y) scrollTo(0, before.y);
          follow();
          poll();
        })();
        """#
}

extension FrontPage {
    /// The script of requests to the server, with the token if the server requires one.
    static let requestScript = #"""
        'use strict';
        const part = id => document.getElementById(id);
        const takesJobs = document.body.dataset.takesJobs === 'true';
        const readingTakesToken = document.body.dataset.reading === 'token';
        const pause = ms => new Promise(done => setTimeout(done, ms));
        const number = value => value.toLocaleString('en').replaceAll(',', '\u202F');
        const count = (value, noun) => number(value) + ' ' + noun + (value === 1 ? '' : 's');
        const clock = ms => {
          const seconds = Math.floor(ms / 1000), two = value => String(value).padStart(2, '0');
          const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
          return (hours ? hours + ':' + two(minutes) : minutes) + ':' + two(seconds % 60);
        };

        // Announces a text to screen readers; of several texts within 400 ms, only the last.
        let saying = 0;
        const say = text => {
          clearTimeout(saying);
          saying = setTimeout(() => { part('news').textContent = text; }, 400);
        };
        // Error messages by operation, each shown until the operation succeeds.
        const troubles = new Map();
        const complain = (what, text) => {
          troubles.delete(what);
          if (text) troubles.set(what, text);
          part('trouble').textContent = [...troubles.values()].join('\n');
          part('trouble').hidden = !troubles.size;
        };

        // The token is stored in this variable only, so that closing the page deletes it.
        let token = null, entering = null;
        const enter = isRefused => entering ??= new Promise(done => {
          const focused = document.activeElement === document.body ? part('search') : document.activeElement;
          part('library').hidden = true;
          part('entrance').hidden = false;
          part('refusal').textContent = isRefused ? 'The server refuses this token.' : '';
          part('token').value = '';
          part('token').focus();
          part('entrance').onsubmit = event => {
            event.preventDefault();
            token = part('token').value;
            part('token').value = '';
            part('entrance').hidden = true;
            part('library').hidden = false;
            entering = null;
            focused.focus();
            done();
          };
        });
        part('entrance').onsubmit = event => event.preventDefault();

        // With a token, opens a link in another tab, because leaving this page would lose the token.
        const keepPage = link => { if (token !== null) link.target = '_blank'; };

        // Requests a path, with the token if the user has entered one. Concurrent requests share one token prompt.
        const ask = async (path, options = {}) => {
          for (;;) {
            const shown = token;
            const headers = shown === null ? options.headers : { ...options.headers, Authorization: 'Bearer ' + shown };
            const answer = await fetch(path, { cache: 'no-cache', ...options, headers });
            if (answer.status !== 401) return answer;
            options.signal?.throwIfAborted();
            if (token === shown) await enter(shown !== null);
          }
        };

        // Requests JSON, and retries up to four times if the server is overloaded.
        const read = async (path, options) => {
          for (let turn = 0; ; turn++) {
            const answer = await ask(path, options);
            if (answer.ok) return answer.json();
            if (![429, 503].includes(answer.status) || turn === 4) throw new Error(await reason(answer));
            await pause(Math.min(10, Number(answer.headers.get('Retry-After')) || 1) * 1000);
          }
        };
        const reason = async answer => {
          try {
            return (await answer.json()).error.message;
          } catch {
            return 'The server answers ' + answer.status + '.';
          }
        };
        """#
}
