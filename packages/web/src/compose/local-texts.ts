import type { TextStore } from './session.ts';

const PREFIX = 'parley.compose.';
/** Texts of edits and of messages without a place; the oldest are dropped. */
const MAX_LOCAL_TEXTS = 20;

type Stored = { readonly text: string; readonly changed: number };

/** Keeps a text in this browser, for texts that belong to no conversation. */
export function localTextStore(key: string, now: () => number): TextStore {
  const name = PREFIX + key;
  return {
    load: () => read(name)?.text ?? '',
    save: (text) => {
      try {
        if (text === '') localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify({ text, changed: now() } satisfies Stored));
        dropOldest();
      } catch {
        // Without storage the text lives as long as the page.
      }
    },
  };
}

function dropOldest(): void {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  if (names.length <= MAX_LOCAL_TEXTS) return;
  const byAge = names.toSorted((a, b) => (read(a)?.changed ?? 0) - (read(b)?.changed ?? 0));
  for (const name of byAge.slice(0, names.length - MAX_LOCAL_TEXTS)) localStorage.removeItem(name);
}

function read(name: string): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'text' in stored ? (stored as Stored) : undefined;
  } catch {
    return undefined;
  }
}
