extension FrontPage {
    /// The posters of cards: those near the window alone, and at most 60 at a time.
    static let pictureScript = #"""
        const mostPictures = 60;
        // Cards near the window, with the time since when; one that rushes by gets no picture.
        const near = new Map(), drawn = new Set();
        const watcher = new IntersectionObserver(entries => {
          for (const { target, isIntersecting } of entries) {
            if (!isIntersecting) { near.delete(target.card); drop(target.card); }
            else if (!near.has(target.card)) near.set(target.card, performance.now());
          }
          settleSoon();
        }, { rootMargin: '240px 0px' });

        let settling = 0;
        const settleSoon = () => { settling ||= setTimeout(() => { settling = 0; settle(); }, 120); };

        const settle = () => {
          const middle = innerHeight / 2, now = performance.now();
          const distance = card => Math.abs(card.item.getBoundingClientRect().top - middle);
          const nearest = [...near.keys()].filter(card => card.id)
            .map(card => [distance(card), card]).sort((one, other) => one[0] - other[0])
            .slice(0, mostPictures).map(pair => pair[1]);
          const wanted = new Set(nearest);
          for (const card of [...drawn]) if (!wanted.has(card)) drop(card);
          for (const card of nearest) {
            if (card.picture) continue;
            if (now - near.get(card) >= 100) draw(card); else settleSoon();
          }
        };

        const draw = card => {
          const picture = new Image(), turn = new AbortController();
          const width = devicePixelRatio > 1 ? 640 : 320, [id, tiles] = card.version.split(' ');
          const url = address(id) + 'poster.jpg?width=' + width + '&tiles=' + tiles;
          card.picture = picture;
          card.turn = turn;
          drawn.add(card);
          picture.alt = '';
          picture.decoding = 'async';
          picture.onload = () => {
            card.poster.classList.add('shown');
            card.poster.classList.toggle('tall', picture.naturalHeight > picture.naturalWidth);
          };
          // Without a picture the place stays as it is, but counts no more.
          picture.onerror = () => picture.remove();
          card.poster.prepend(picture);
          if (!readingTakesToken) picture.src = url; else fetchPicture(picture, url, turn.signal);
        };

        const fetchPicture = async (picture, url, signal) => {
          try {
            const answer = await ask(url, { signal });
            const bytes = answer.ok ? await answer.blob() : null;
            if (!bytes || signal.aborted) return picture.remove();
            const blob = picture.src = URL.createObjectURL(bytes);
            signal.addEventListener('abort', () => URL.revokeObjectURL(blob));
          } catch {
            picture.remove();
          }
        };

        // Removes a card's picture; one that is still on its way comes no more.
        const drop = card => {
          if (!card.picture) return;
          card.picture.onload = card.picture.onerror = null;
          card.picture.remove();
          card.picture.removeAttribute('src');
          card.turn.abort();
          card.picture = card.turn = null;
          card.version = card.id ? card.version : '';
          card.poster.classList.remove('shown', 'tall');
          drawn.delete(card);
        };
        """#
}
