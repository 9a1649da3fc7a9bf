extension FrontPage {
    /// Requests to the server, and the token that these take.
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

        // Said to screen readers; of news that follow quickly the last.
        let saying = 0;
        const say = text => {
          clearTimeout(saying);
          saying = setTimeout(() => { part('news').textContent = text; }, 400);
        };
        // What goes wrong is shown until the same succeeds.
        const troubles = new Map();
        const complain = (what, text) => {
          troubles.delete(what);
          if (text) troubles.set(what, text);
          part('trouble').textContent = [...troubles.values()].join('\n');
          part('trouble').hidden = !troubles.size;
        };

        // The token is kept here and nowhere else, so that it is gone with the page.
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

        // Whoever has given a token keeps this page while looking at others.
        const keepPage = link => { if (token !== null) link.target = '_blank'; };

        // Asks the server, with the token where it has asked for one before; however many ask, it is entered once.
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

        // The answer as JSON; a server with too much to do is asked again.
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
