import { waitAfter } from '@parley/client/backoff.ts';
import type { Cell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import type { Link } from '../link.ts';

/** Resolves when another attempt may help: after a while, when the server can be reached again, or at the end. */
export function nextChance(
  { clock, link }: { readonly clock: ChatClock; readonly link: Cell<Link> },
  failures: number,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      unsubscribe();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(waitAfter(failures, error, clock.random), end);
    let wasLive = link.get().status === 'live';
    const unsubscribe = link.subscribe(() => {
      const isLive = link.get().status === 'live';
      if (isLive && !wasLive) end();
      wasLive = isLive;
    });
    signal.addEventListener('abort', end);
  });
}
