/** Views in chunks of their own that most visits start with. */
export type FirstView = 'inbox' | 'conversation';

/** The view that an address leads to, without the state that a full look at the address needs. */
export function firstViewOf(hash: string): FirstView | undefined {
  if (hash === '' || hash === '#' || hash.startsWith('#inbox')) return 'inbox';
  return hash.startsWith('#narrow/') ? 'conversation' : undefined;
}
