import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createOncePerMinute } from '../faults/once-per-minute.ts';
import { createProcessorBudgets, type ProcessorLimits, type SpentBudget } from './processor-budgets.ts';
import { createProcessorTime, noProcessorTime, type ProcessorTime } from './processor-time.ts';
import type { Share } from './share.ts';

/** Limits the processor time of the event loop that requests of a user and of an organization use. */
export type Processor = ProcessorTime & {
  /** The budget that refuses the next request, which is counted and logged; undefined if none is spent. */
  refusalOf(share: Share): SpentBudget | undefined;
  close(): void;
};

type ProcessorParts = {
  /** Undefined where nothing is limited. */
  readonly limits: ProcessorLimits | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly onRefusal: (spent: SpentBudget) => void;
  readonly readMs?: (() => number) | undefined;
};

export function createProcessor({ limits, clock, log, onRefusal, readMs }: ProcessorParts): Processor {
  if (limits === undefined) return { ...noProcessorTime, refusalOf: () => undefined, close: () => {} };
  const budgets = createProcessorBudgets(limits, clock);
  const minutes = createOncePerMinute(clock);

  const note = ({ realmId, userId }: Share, spent: SpentBudget): void => {
    onRefusal(spent);
    const { scope, limit } = spent;
    const who = scope === 'user' ? { realmId, userId } : { realmId };
    minutes.add(JSON.stringify(who), scope, 0, ({ count }) => {
      log.warn(
        { ...who, count, limit },
        `requests of the ${scope} have used more than ${limit} s of processor time a minute; further ones get 429`,
      );
    });
  };

  return {
    ...createProcessorTime(budgets, readMs),
    refusalOf: (share) => {
      const spent = budgets.spentBy(share);
      if (spent !== undefined) note(share, spent);
      return spent;
    },
    close: () => {
      minutes.close();
    },
  };
}
