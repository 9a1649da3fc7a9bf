extension FrontPage {
    /// The grid: it is as high as all storyboards, and has cards of those near the window alone.
    static let gridScript = #"""
        const grid = part('grid'), pageSize = 100;
        // No browser takes elements much higher than this.
        const highest = 15e6;
        const cards = new Map();          // by index
        const pages = new Map();          // storyboards by page
        let stale = new Set(), reading = new Map();
        let total = 0, isKnown = false, generation = 0, focusIndex = 0;
        let columns = 1, cardWidth = 0, rowHeight = 1, gap = 0;

        const storyboardAt = index => pages.get(Math.floor(index / pageSize))?.[index % pageSize];

        const measure = () => {
          const size = parseFloat(getComputedStyle(document.body).fontSize), width = grid.clientWidth;
          // A telephone has two columns.
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
          // The card with the focus stays, wherever the window is.
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
              // In the order of their indices, which is that of screen readers.
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

        // Of all cards Tab comes to one; arrows lead to the others.
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

        // Begins another list: what was read is of no use for it, but stays until its successor is there.
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
        // Reads again what is in the window, because it has changed; once in two seconds at most.
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
