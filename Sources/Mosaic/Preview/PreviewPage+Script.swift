extension PreviewPage {
    /// The page's script. `show` renders a record with the keys of `mosaic.json` and may be called again for each new
    /// record.
    ///
    /// The attributes of `#picture` describe the shown tile: `data-index`, `data-start-ms`, `data-end-ms`,
    /// `data-sheet`, `data-x`, `data-y`, `data-width` and `data-height`.
    static let script = #"""
        'use strict';
        const part = id => document.getElementById(id);
        let record = { sheets: [], tiles: [] };
        let length = 1;      // of the bar, in ms
        let position = 0;    // chosen, in ms; the pointer only borrows the bubble
        let expected = 0;    // tiles that there will be; 0 if unknown
        let film = null;     // the video that plays; null on a page without one

        // The first tile with the latest start that is not later than ms; the first of all before that.
        const tileAt = ms => {
          let low = 0, high = record.tiles.length;
          while (low < high) {
            const middle = (low + high) >>> 1;
            if (record.tiles[middle].start_ms <= ms) low = middle + 1; else high = middle;
          }
          let index = Math.max(0, low - 1);
          while (index && record.tiles[index - 1].start_ms === record.tiles[index].start_ms) index -= 1;
          return index;
        };

        // The length of the bar in ms. A last tile without an end lasts as long as the others on average, at least 1 s.
        const lengthOf = tiles => {
          const first = tiles[0], last = tiles[tiles.length - 1];
          const mean = tiles.length > 1 ? (last.start_ms - first.start_ms) / (tiles.length - 1) : 10000;
          return Math.max(1, last.end_ms ?? last.start_ms + Math.max(1000, mean));
        };

        const clock = ms => {
          const seconds = Math.floor(ms / 1000), two = number => String(number).padStart(2, '0');
          const hours = Math.floor(seconds / 3600);
          return (hours ? hours + ':' : '') + two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
        };

        // Draws a tile as a window on its sheet, at its own size unless that is wider than `widest`.
        const paint = (element, tile, widest) => {
          const scale = Math.min(1, widest / tile.width), sheet = record.sheets[tile.sheet];
          const pair = (x, y) => x * scale + 'px ' + y * scale + 'px';
          element.style.width = tile.width * scale + 'px';
          element.style.height = tile.height * scale + 'px';
          element.style.backgroundImage = 'url(' + JSON.stringify(sheet.name) + ')';
          element.style.backgroundSize = pair(sheet.size.width, sheet.size.height);
          element.style.backgroundPosition = pair(-tile.x, -tile.y);
        };

        // Maximum distance of the bubble past the bar's ends in pixels, so that its tip can point at the ends.
        const reach = 16;

        const moveKnob = ms => { part('knob').style.left = part('played').style.width = ms / length * 100 + '%'; };

        // Moves bubble, knob and strip to a time, without choosing it. With a film, the knob shows the film's position.
        const point = ms => {
          const index = tileAt(ms), tile = record.tiles[index], title = tile.title ?? '';
          const picture = part('picture'), bubble = part('bubble'), bar = part('bar');
          const width = bar.clientWidth, x = ms / length * width;
          paint(picture, tile, width - 12);
          Object.assign(picture.dataset, {
            index, startMs: tile.start_ms, endMs: tile.end_ms ?? '', sheet: record.sheets[tile.sheet].name,
            x: tile.x, y: tile.y, width: tile.width, height: tile.height,
          });
          picture.setAttribute('aria-label', title || 'Tile ' + (index + 1));
          part('clock').textContent = clock(ms);
          part('caption').textContent = title;
          part('stage').style.height =
            Math.max(part('stage').clientHeight, bubble.offsetHeight) + 'px';
          const rightmost = Math.max(-reach, width + reach - bubble.offsetWidth);
          const left = Math.min(Math.max(-reach, x - bubble.offsetWidth / 2), rightmost);
          bubble.style.left = left + 'px';
          bubble.style.setProperty('--tip', Math.min(Math.max(reach, x - left), bubble.offsetWidth - reach) + 'px');
          moveKnob(film ? position : ms);
          bar.setAttribute('aria-valuenow', Math.floor(ms / 1000));
          bar.setAttribute('aria-valuetext',
            clock(ms) + ', tile ' + (index + 1) + ' of ' + record.tiles.length + (title && ', ' + title));
          const strip = part('strip'), before = strip.querySelector('[aria-current]'), now = strip.children[index];
          if (before === now.firstChild) return;
          before?.removeAttribute('aria-current');
          now.firstChild.setAttribute('aria-current', 'true');
          if (!strip.contains(document.activeElement)) reachByTab(now.firstChild);
          strip.scrollTo({
            left: now.offsetLeft - (strip.clientWidth - now.offsetWidth) / 2,
            behavior: before && !matchMedia('(prefers-reduced-motion: reduce)').matches ? 'smooth' : 'auto',
          });
        };

        // Makes one button of the strip reachable by Tab; arrow keys reach the others.
        const reachByTab = button => {
          for (const other of part('strip').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
          button.tabIndex = 0;
        };
        const focusTile = index => {
          const button = part('strip').children[Math.min(Math.max(0, index), record.tiles.length - 1)]?.firstChild;
          if (button) { reachByTab(button); button.focus(); }
        };

        const choose = ms => {
          position = Math.min(Math.max(0, ms), length);
          if (record.tiles.length) point(position);
        };
        const seek = ms => {
          choose(ms);
          if (film) film.currentTime = position / 1000;
        };

        const item = (tile, index) => {
          const row = document.createElement('li'), button = document.createElement('button');
          const picture = document.createElement('div'), words = document.createElement('div');
          const time = document.createElement('time'), title = document.createElement('span');
          paint(picture, tile, 256);
          picture.className = 'picture';
          words.className = 'words';
          time.textContent = clock(tile.start_ms);
          title.textContent = title.title = tile.title ?? '';
          title.dir = 'auto';
          button.type = 'button';
          button.tabIndex = -1;
          button.onfocus = () => reachByTab(button);
          button.onclick = () => seek(tile.start_ms);
          button.append(picture, words);
          words.append(time, title);
          row.dataset.index = index;
          row.append(button);
          return row;
        };

        // An empty list item for a tile that has not arrived yet.
        const place = tile => {
          const row = document.createElement('li'), picture = document.createElement('div');
          picture.className = 'picture';
          const scale = Math.min(1, 256 / tile.width);
          picture.style.width = tile.width * scale + 'px';
          picture.style.height = tile.height * scale + 'px';
          row.className = 'reserved';
          row.setAttribute('aria-hidden', 'true');
          row.append(picture);
          return row;
        };

        const show = newRecord => {
          record = newRecord;
          const { tiles, sheets } = record, count = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');
          const last = tiles[tiles.length - 1], missing = Math.max(0, expected - tiles.length);
          const strip = part('strip'), focused = [...strip.children].indexOf(document.activeElement?.parentElement);
          part('scrubber').hidden = !tiles.length;
          part('facts').textContent =
            expected ? 'Waiting for the first of ' + count(expected, 'tile') + '.' : 'There are no tiles yet.';
          const model = last ?? { width: 256, height: 144 };
          const places = Array.from({ length: Math.min(missing, 1000) }, () => place(model));
          strip.replaceChildren(...tiles.map(item), ...places);
          if (!tiles.length) return;
          length = lengthOf(tiles);
          const end = last.end_ms ? clock(length) : clock(last.start_ms) + '+';
          const number = missing ? tiles.length + ' of ' + count(expected, 'tile') : count(tiles.length, 'tile');
          const isOpen = 'the last tile begins at ' + clock(last.start_ms) + ', the film\'s length is unknown';
          part('facts').textContent =
            [number, count(sheets.length, 'sheet'), last.end_ms ? end : isOpen].join(' · ');
          part('length').textContent = end;
          part('length').title = last.end_ms ? '' : isOpen;
          part('bar').setAttribute('aria-valuemax', Math.floor(length / 1000));
          part('marks').replaceChildren(...(tiles.length > 150 ? [] : tiles.slice(1)).map(tile => {
            const mark = document.createElement('i');
            mark.style.left = tile.start_ms / length * 100 + '%';
            return mark;
          }));
          reachByTab(strip.children[tileAt(position)].firstChild);
          choose(position);
          if (focused >= 0) focusTile(focused);
        };

        part('strip').onkeydown = event => {
          const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
          const index = [...part('strip').children].indexOf(event.target.closest('li'));
          if (step) focusTile(index + step);
          else if (event.key === 'Home') focusTile(0);
          else if (event.key === 'End') focusTile(record.tiles.length - 1);
          else return;
          event.preventDefault();
        };

        const bar = part('bar');
        const under = event => {
          const box = bar.getBoundingClientRect();
          return Math.min(Math.max(0, (event.clientX - box.left) / box.width), 1) * length;
        };
        bar.onpointerdown = event => { bar.setPointerCapture(event.pointerId); seek(under(event)); };
        bar.onpointermove = event => event.buttons ? seek(under(event)) : point(under(event));
        bar.onpointerleave = () => choose(position);

        // Arrows step from tile to tile; with Shift, by one second.
        bar.onkeydown = event => {
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          const page = { PageDown: -1, PageUp: 1 }[event.key];
          const start = ms => record.tiles[tileAt(ms)].start_ms;
          if (step && event.shiftKey) seek(position + step * 1000);
          else if (step > 0) seek(record.tiles.find(tile => tile.start_ms > start(position))?.start_ms ?? start(length));
          else if (step < 0) seek(start(start(position) - 1));
          else if (page) seek(position + page * length / 10);
          else if (event.key === 'Home') seek(0);
          else if (event.key === 'End') seek(length);
          else return;
          event.preventDefault();
        };

        const addressed = () => {
          const seconds = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash);
          return seconds ? Number(seconds[1]) * 1000 : position;
        };
        addEventListener('hashchange', () => seek(addressed()));
        addEventListener('resize', () => choose(position));

        position = addressed();
        show(JSON.parse(part('record').textContent));
        """#
}
