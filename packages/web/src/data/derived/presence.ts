import type { Client, State } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { PresenceStatus } from '../chat.ts';
import type { ChatClock } from '../clock.ts';

/** Defaults of a server that does not name its periods. */
const PING_SECONDS = 60;
const OFFLINE_SECONDS = 140;
/** The answer to the first ping may name everybody, and the first view is drawn before it comes. */
const FIRST_PING_MS = 1_000;
/** Presence events of large organizations come in crowds; one update serves all of them. */
const GATHER_MS = 1_000;

type Presences = Readonly<
  Record<string, { readonly active_timestamp?: number; readonly idle_timestamp?: number }>
>;

export type PresenceTracker = {
  readonly statuses: Cell<ReadonlyMap<number, PresenceStatus>>;
  /** Reports whether the user is at the device; others see it within a minute. */
  readonly setActive: (isActive: boolean) => void;
  readonly stop: () => void;
};

/** Reports the user's presence every minute and computes that of the others. */
export function trackPresence(client: Client, state: Cell<State>, clock: ChatClock): PresenceTracker {
  const statuses = createCell<ReadonlyMap<number, PresenceStatus>>(new Map());
  let reported: Presences = {};
  let lastUpdateId = state.get().presence_last_update_id ?? -1;
  let behindServerMs = (state.get().server_timestamp ?? clock.now() / 1000) * 1000 - clock.now();
  let isActive = true;
  let isNewInput = true;
  let seen = state.get().presences;

  const compute = (): void => {
    const { presences = {}, server_presence_offline_threshold_seconds: limit = OFFLINE_SECONDS } =
      state.get();
    const since = (clock.now() + behindServerMs) / 1000 - limit;
    const next = new Map<number, PresenceStatus>();
    for (const known of [presences as Presences, reported])
      for (const [id, times] of Object.entries(known)) {
        next.set(Number(id), better(statusAt(times, since), next.get(Number(id))));
      }
    if (!isSameMap(next, statuses.get())) statuses.set(next);
  };
  const ping = async (): Promise<void> => {
    try {
      const result = await client.updatePresence({
        status: isActive ? 'active' : 'idle',
        new_user_input: isNewInput,
        last_update_id: lastUpdateId,
      });
      isNewInput = false;
      lastUpdateId = result.presence_last_update_id;
      if (result.server_timestamp !== undefined)
        behindServerMs = result.server_timestamp * 1000 - clock.now();
      reported = { ...reported, ...(result.presences as Presences | undefined) };
    } catch {
      // The next ping comes soon enough.
    }
    compute();
  };
  const pingMs = 1000 * (state.get().server_presence_ping_interval_seconds ?? PING_SECONDS);
  let cancelPing = clock.after(FIRST_PING_MS, () => void beat());
  const beat = async (): Promise<void> => {
    cancelPing = clock.after(pingMs, () => void beat());
    await ping();
  };
  let cancelGather: (() => void) | undefined;
  const unsubscribe = state.subscribe(() => {
    if (state.get().presences === seen || cancelGather !== undefined) return;
    cancelGather = clock.after(GATHER_MS, () => {
      cancelGather = undefined;
      seen = state.get().presences;
      compute();
    });
  });
  compute();

  return {
    statuses,
    setActive: (next) => {
      isActive = next;
      isNewInput ||= next;
    },
    stop: () => {
      cancelPing();
      cancelGather?.();
      unsubscribe();
    },
  };
}

function statusAt(
  { active_timestamp = 0, idle_timestamp = 0 }: Presences[string],
  since: number,
): PresenceStatus {
  if (active_timestamp >= since) return 'online';
  return idle_timestamp >= since ? 'away' : 'offline';
}

function better(a: PresenceStatus, b: PresenceStatus | undefined): PresenceStatus {
  return b === 'online' || (b === 'away' && a === 'offline') ? b : a;
}

function isSameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
