import type { Clock } from '../clock.ts';

/** How often something happened since its last line, and where. */
type Line = { readonly count: number; readonly operations: readonly string[] };

export type OncePerMinute = {
  /** Prints a line after `delayMs`, and at most one a minute afterwards, for all that was added in between. */
  add(key: string, operation: string, delayMs: number, print: (line: Line) => void): void;
  close(): void;
};

type Open = { count: number; operations: Set<string>; print: (line: Line) => void; cancel: () => void };

const MINUTE_MS = 60_000;
const MAX_OPERATIONS = 5;
/** Keys with a line in the last minute; further ones share a line. */
const MAX_KEYS = 200;
const OTHER_KEYS = 'other';

export function createOncePerMinute(clock: Clock): OncePerMinute {
  const open = new Map<string, Open>();

  const wait = (key: string, entry: Open, milliseconds: number): void => {
    entry.cancel = clock.after(milliseconds, () => print(key, entry));
  };
  const print = (key: string, entry: Open): void => {
    if (entry.count === 0) {
      open.delete(key);
      return;
    }
    const { count, operations } = entry;
    entry.count = 0;
    entry.operations = new Set();
    wait(key, entry, MINUTE_MS);
    entry.print({ count, operations: [...operations] });
  };

  return {
    add: (wanted, operation, delayMs, printer) => {
      const key = open.has(wanted) || open.size < MAX_KEYS ? wanted : OTHER_KEYS;
      const known = open.get(key);
      const entry = known ?? { count: 0, operations: new Set(), print: printer, cancel: () => {} };
      entry.count += 1;
      entry.print = printer;
      if (entry.operations.size < MAX_OPERATIONS) entry.operations.add(operation);
      if (known !== undefined) return;
      open.set(key, entry);
      if (delayMs === 0) print(key, entry);
      else wait(key, entry, delayMs);
    },
    close: () => {
      for (const { cancel } of open.values()) cancel();
      open.clear();
    },
  };
}
