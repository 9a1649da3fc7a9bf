extension FrontPage {
    /// The script of the grid. The grid is as high as if it showed all storyboards, but has cards only near the window.
    static let gridScript = #"""
        const grid = part('grid'), pageSize = 100;
        // Maximum height of an element in pixels; browsers support hardly more.
        const highest = 15e6;
        const cards = new Map();          // by index
        const pages = new Map();          // storyboards by page
        let stale = new Set(), reading = new Map();
        let total = 0, isKnown = false, generation = 0, focusIndex = 0;
        let columns = 1, cardWidth = 0, rowHeight = 1, gap = 0;

        const storyboardAt = index => pages.get(Math.floor(index / pageSize))?.[index % pageSize];

        const measure = () => {
          const size = parseFloat(getComputedStyle(document.body).fontSize), width = grid.clientWidth;
          // On phones, narrower cards leave room for two columns.
          const narrowest = width < 520 ? 150 : 230;
          gap = width < 520 ? 14 : 24;
          columns = Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
          cardWidth = (width - gap * (columns - 1)) / columns;
          rowHeight = Math.round(cardWidth * 9 / 16 + size * 3.6 + gap);
        };
        const place = card => {
          const x = (card.index % columns) * (cardWidth + gap), y = Math.floor(card.index / columns) * rowHeight;
          card.item.style.transform = 'translate(' + x + 'px,' + y + 'px)';
          card.item.style.width = cardWidth + 'px';
          card.poster.style.height = cardWidth * 9 / 16 + 'px';
        };

        const render = () => {
          if (part('library').hidden) return;
          measure();
          const rows = Math.min(Math.ceil(total / columns), Math.floor(highest / rowHeight));
          const shown = Math.min(total, rows * columns);
          grid.style.height = rows * rowHeight + 'px';
          const top = -grid.getBoundingClientRect().top, row = y => Math.min(rows, Math.max(0, Math.floor(y / rowHeight)));
          const wanted = new Set();
          for (let index = row(top - rowHeight) * columns;
            index < Math.min(shown, (row(top + innerHeight + rowHeight) + 1) * columns); index++) wanted.add(index);
          focusIndex = Math.max(0, Math.min(focusIndex, shown - 1));
          // Keeps the card with the focus, even outside of the window.
          if (shown && grid.contains(document.activeElement)) wanted.add(focusIndex);
          for (const [index, card] of cards) {
            if (wanted.has(index)) continue;
            watcher.unobserve(card.item);
            near.delete(card);
            cards.delete(index);
            drop(card);
            card.item.remove();
          }
          for (const index of [...wanted].sort((one, other) => one - other)) {
            let card = cards.get(index);
            if (!card) {
              card = makeCard(index);
              cards.set(index, card);
              fill(card, storyboardAt(index));
              // Keeps the cards in the order of their indices, in which screen readers read them.
              const next = [...grid.children].find(item => item.card.index > index);
              grid.insertBefore(card.item, next ?? null);
              watcher.observe(card.item);
            }
            place(card);
            request(Math.floor(index / pageSize));
          }
          const reached = cards.get(focusIndex) ?? cards.get(Math.min(...cards.keys()));
          if (reached) reachByTab(reached);
        };
        let rendering = 0;
        const renderSoon = () => { rendering ||= requestAnimationFrame(() => { rendering = 0; render(); }); };

        // Makes one card reachable by Tab; arrow keys reach the others.
        const reachByTab = card => {
          for (const other of cards.values()) other.link.tabIndex = other === card ? 0 : -1;
        };

        const listed = page => {
          const query = new URLSearchParams({ sort: part('sort').value, limit: pageSize, offset: page * pageSize });
          const search = part('search').value.trim();
          if (search) query.set('search', search);
          return 'storyboards?' + query;
        };
        const request = async page => {
          if (reading.has(page) || (pages.has(page) && !stale.has(page))) return;
          const turn = generation;
          reading.set(page, turn);
          try {
            const answer = await read(listed(page));
            if (turn !== generation) return;
            reading.delete(page);
            stale.delete(page);
            pages.set(page, answer.storyboards);
            isKnown = true;
            total = answer.total;
            complain('list', '');
            showTotal();
            for (const card of cards.values()) if (card.index < total) fill(card, storyboardAt(card.index));
            render();
          } catch (error) {
            if (turn !== generation) return;
            complain('list', 'The library cannot be read: ' + error.message);
            return void setTimeout(() => {
              if (turn !== generation) return;
              reading.delete(page);
              request(page);
            }, 5000);
          }
        };

        // Marks all pages as outdated and reads the first page again. The outdated pages stay visible until then.
        const list = () => {
          generation++;
          reading = new Map();
          stale = new Set(pages.keys());
          return request(0);
        };
        const restart = async () => {
          if (scrollY > grid.offsetTop) scrollTo(0, 0);
          focusIndex = 0;
          await list();
          for (const page of [...pages.keys()]) if (page > 0 && stale.has(page)) pages.delete(page);
          for (const card of cards.values()) fill(card, storyboardAt(card.index));
          renderSoon();
          say(total ? count(total, 'storyboard') + '.' : 'No storyboards.');
        };
        // Marks all pages as outdated after a change, at most once in two seconds. Visible pages are read again.
        let refreshing = 0;
        const refreshSoon = () => {
          refreshing ||= setTimeout(() => {
            refreshing = 0;
            stale = new Set(pages.keys());
            if (cards.size) renderSoon(); else request(0);
          }, 2000);
        };

        const showTotal = () => {
          const search = part('search').value.trim(), isEmpty = isKnown && !total;
          part('facts').textContent = !isKnown || (isEmpty && !search) ? '' : search
            ? count(total, 'storyboard') + (total === 1 ? ' matches' : ' match') : count(total, 'storyboard');
          part('empty').hidden = !isEmpty || !!search;
          part('shelf').hidden = isEmpty && !search;
          part('finder').hidden = isEmpty && !search;
          part('nothing').hidden = !isEmpty || !search;
          part('nothing').textContent = 'No title and no id has “' + search + '” in it.';
        };
        """#
}

extension FrontPage {
    /// The script of a card, which shows a storyboard's poster, title and facts.
    static let cardScript = #"""
        const states = { pending: 'Waiting', processing: 'Growing', failed: 'Failed', cancelled: 'Cancelled' };
        const address = id => 'storyboards/' + encodeURIComponent(id) + '/';
        const make = (name, className, parent) => {
          const element = document.createElement(name);
          if (className) element.className = className;
          parent?.append(element);
          return element;
        };

        // Unfinished jobs by storyboard, with their progress.
        const progressing = new Map();

        const makeCard = index => {
          const item = make('li', 'card'), link = make('a', '', item), poster = make('div', 'poster', link);
          const card = { index, item, link, poster, id: null, version: '', picture: null };
          card.mark = make('span', 'state-mark', poster);
          card.progress = make('progress', '', poster);
          card.length = make('span', 'length', poster);
          card.title = make('div', 'title', link);
          card.about = make('div', 'about', link);
          card.title.dir = 'auto';
          card.progress.setAttribute('aria-hidden', 'true');
          link.tabIndex = -1;
          link.onfocus = () => { focusIndex = card.index; reachByTab(card); };
          link.onclick = link.onauxclick = event => open(card, event);
          item.card = card;
          return card;
        };

        // Shows a storyboard on a card; an empty card until the storyboard has been read.
        const fill = (card, storyboard) => {
          card.item.setAttribute('aria-posinset', card.index + 1);
          card.item.setAttribute('aria-setsize', total);
          card.item.toggleAttribute('aria-busy', !storyboard);
          card.item.dataset.index = card.index;
          const job = storyboard && progressing.get(storyboard.id);
          const state = storyboard ? states[job?.state ?? storyboard.status] ?? '' : '';
          card.mark.textContent = state;
          card.mark.hidden = !state;
          card.mark.classList.toggle('growing', state === 'Growing');
          card.progress.hidden = !job?.total_chapters;
          if (job?.total_chapters) {
            card.progress.max = job.total_chapters;
            card.progress.value = Math.min(job.completed_chapters, job.total_chapters);
          }
          card.length.textContent = storyboard?.duration_ms != null ? clock(storyboard.duration_ms) : '';
          card.length.hidden = !card.length.textContent;
          const title = storyboard?.title ?? storyboard?.id ?? '\u00A0';
          card.title.textContent = card.title.title = title;
          const tiles = storyboard?.tiles < job?.total_chapters
            ? number(storyboard.tiles) + ' of ' + count(job.total_chapters, 'tile')
            : storyboard?.tiles != null ? count(storyboard.tiles, 'tile') : '';
          const missing = storyboard?.placeholders ? count(storyboard.placeholders, 'placeholder') : '';
          card.about.textContent = [tiles, missing].filter(Boolean).join(' · ') || '\u00A0';
          card.about.title = storyboard?.placeholder_reasons?.join('\n') ?? '';
          card.id = storyboard?.id ?? null;
          card.item.dataset.id = card.id ?? '';
          keepPage(card.link);
          if (!storyboard) {
            card.link.removeAttribute('href');
            card.link.removeAttribute('aria-label');
            return drop(card);
          }
          card.link.href = address(card.id) + 'preview';
          card.link.setAttribute('aria-label',
            [title, card.length.textContent, tiles, missing, state].filter(Boolean).join(', '));
          // The picture changes with the storyboard and with its number of tiles.
          const version = card.id + ' ' + storyboard.tiles;
          if (card.version !== version) {
            drop(card);
            card.version = version;
          }
          settleSoon();
        };

        // If reading requires a token, opens the page by a signed link, so that no URL contains the token.
        const open = async (card, event) => {
          if (!readingTakesToken || token === null || !card.id || event.button > 1) return;
          event.preventDefault();
          const page = window.open('', '_blank');
          try {
            const answer = await ask(address(card.id).slice(0, -1), { method: 'HEAD' });
            if (!answer.ok) throw new Error(await reason(answer));
            complain('preview', '');
            page.location = card.link.href + new URL(answer.url).search;
          } catch (error) {
            page?.close();
            complain('preview', error.message);
          }
        };
        """#
}
