import type { Clock } from '../clock.ts';
import type { Environment } from '../environment.ts';
import { createBudgets, type Budgets } from './budgets.ts';
import type { Share } from './share.ts';

/** Seconds of processor time a minute; undefined means no limit. */
export type ProcessorLimits = {
  readonly userSeconds: number | undefined;
  readonly organizationSeconds: number | undefined;
};

export function processorLimitsOf(e: Environment): ProcessorLimits {
  return {
    userSeconds: e.PARLEY_USER_PROCESSOR_SECONDS,
    organizationSeconds: e.PARLEY_ORGANIZATION_PROCESSOR_SECONDS,
  };
}

export type SpentBudget = {
  readonly scope: 'user' | 'organization';
  /** The limit in seconds a minute. */
  readonly limit: number;
  /** The time until another request is accepted. */
  readonly retrySeconds: number;
};

/** Processor time of the event loop that users and organizations have used. Each node protects its own event loop. */
export type ProcessorBudgets = {
  spend(share: Share, milliseconds: number): void;
  /** The budget that refuses the next request; undefined if none is spent. */
  spentBy(share: Share): SpentBudget | undefined;
};

const MINUTE_MS = 60_000;
/** Less time is not worth a refusal, and clients that return after whole seconds would be refused twice. */
const MIN_RETRY_SECONDS = 1;

/** An organization is limited only while another one uses the node. */
export function createProcessorBudgets(limits: ProcessorLimits, clock: Clock): ProcessorBudgets {
  const users = perMinute<string>(limits.userSeconds);
  const organizations = perMinute<number>(limits.organizationSeconds);
  let lastRealmId: number | undefined;
  let changedAt = -Infinity;

  return {
    spend: (share, milliseconds) => {
      const now = clock.monotonic();
      if (lastRealmId !== undefined && lastRealmId !== share.realmId) changedAt = now;
      lastRealmId = share.realmId;
      users?.spend(userKey(share), milliseconds, now);
      organizations?.spend(share.realmId, milliseconds, now);
    },
    spentBy: (share) => {
      const now = clock.monotonic();
      const isShared = now - changedAt < MINUTE_MS || (lastRealmId ?? share.realmId) !== share.realmId;
      return (
        spentOf('user', users, limits.userSeconds, userKey(share), now) ??
        (isShared
          ? spentOf('organization', organizations, limits.organizationSeconds, share.realmId, now)
          : undefined)
      );
    },
  };
}

function perMinute<Key>(seconds: number | undefined): Budgets<Key> | undefined {
  if (seconds === undefined) return undefined;
  return createBudgets<Key>({ capacityMs: seconds * 1000, refillMsPerSecond: (seconds * 1000) / 60 });
}

function spentOf<Key>(
  scope: SpentBudget['scope'],
  budgets: Budgets<Key> | undefined,
  limit = 0,
  key: Key,
  now: number,
): SpentBudget | undefined {
  const waitMs = budgets?.waitMs(key, now) ?? 0;
  if (waitMs === 0) return undefined;
  return { scope, limit, retrySeconds: Math.max(MIN_RETRY_SECONDS, waitMs / 1000) };
}

function userKey({ realmId, userId }: Share): string {
  return `${realmId}:${userId}`;
}
