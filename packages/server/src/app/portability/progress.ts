import type { Clock } from '../../engine/clock.ts';

const REPORT_MS = 1_000;

/** Reports every second how much is done, and an estimate of the time left. */
export function createProgress(
  clock: Clock,
  report: (line: string) => void,
  unit: string,
  total: number,
): { readonly add: (count: number) => void } {
  const begun = clock.monotonic();
  let reported = begun;
  let done = 0;
  return {
    add: (count) => {
      done += count;
      const now = clock.monotonic();
      if (now - reported < REPORT_MS) return;
      reported = now;
      const left =
        done === 0
          ? ''
          : `, about ${Math.ceil((((now - begun) / done) * Math.max(0, total - done)) / 1000)} s left`;
      report(`${done} of ${total} ${unit}${left}`);
    },
  };
}
