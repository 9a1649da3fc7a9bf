extension FrontPage {
    /// One storyboard as a card: poster, title and facts.
    static let cardScript = #"""
        const states = { pending: 'Waiting', processing: 'Growing', failed: 'Failed', cancelled: 'Cancelled' };
        const address = id => 'storyboards/' + encodeURIComponent(id) + '/';
        const make = (name, className, parent) => {
          const element = document.createElement(name);
          if (className) element.className = className;
          parent?.append(element);
          return element;
        };

        // Jobs that are under way, by storyboard: how far these are.
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

        // Shows a storyboard; without one its place, until that has been read.
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
          // Another storyboard, or more tiles, are another picture.
          const version = card.id + ' ' + storyboard.tiles;
          if (card.version !== version) {
            drop(card);
            card.version = version;
          }
          settleSoon();
        };

        // Where pages take a token, the server signs a link for this one; the token itself never is in an address.
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
