import { createCell, type Cell } from '../data/cell.ts';
import type { LocalRenderer } from '../data/chat.ts';
import { after } from '../data/clock.ts';

type Render = LocalRenderer['render'];

/** Pause in typing before a text is rendered, so that keys are shown first. */
const RENDER_AFTER_MS = 60;

/** HTML of a text that changes; empty until the renderer is loaded. */
export function previewCell(text: Cell<string>, render: Render): Cell<string> {
  const html = createCell('');
  let version = 0;
  const update = (): void => {
    version += 1;
    const own = version;
    const rendered = render(text.get(), (ready) => {
      if (own === version) html.set(ready);
    });
    if (rendered !== undefined) html.set(rendered);
  };
  let cancel = (): void => undefined;
  const updateSoon = (): void => {
    cancel();
    cancel = after(RENDER_AFTER_MS, update);
  };
  return {
    get: html.get,
    subscribe: (listener) => {
      const ends = [html.subscribe(listener), text.subscribe(updateSoon)];
      update();
      return () => {
        cancel();
        for (const end of ends) end();
      };
    },
  };
}
