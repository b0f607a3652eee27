import { isUnavailable, isLockTimeout, isOutdated } from '../../../engine/db/errors.ts';
import type { Clock } from '../../../engine/clock.ts';
import type { WakeUp } from '../../../engine/db/tx.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** Sends letters together while others are under way. */
export type Outbox = { send(realmId: number, outgoing: OutgoingMessage): Promise<number> };

/** Commits letters together; answers their ids. */
export type StoreMessages = (outgoingMessages: readonly Addressed[]) => Promise<readonly number[]>;
export type Addressed = { readonly realmId: number; readonly outgoing: OutgoingMessage };

/** More in one statement would make those who came first wait for those who came last. */
const MOST = 100;
/**
 * A commit locks its conversations one after the other, then the head. Of two at once of an organization the later
 * one would wait, and whatever starts while it waits takes conversations that it still needs: it could wait
 * many times. So the next one starts when the one before is through or held up, by what need not concern the others.
 */
const AT_ONCE = 2;
/** More commits at once of a node would be smaller ones, which cost PostgreSQL more. */
const ON_THE_WAY = 2;
/** One that takes longer waits for somebody's lock, and then another one may start in its place. */
const HELD_UP_MS = 50;
/** With those that are held up. */
const ALTOGETHER = 4;

type Waiting = Addressed & {
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
};
type Lane = {
  readonly realmId: number;
  readonly waiting: Waiting[];
  running: number;
  /** Of those that run. */
  lockTimeouts: number;
  isSharing: boolean;
};

export function createOutbox(store: StoreMessages, wakeUp: WakeUp, { after }: Pick<Clock, 'after'>): Outbox {
  const lanes = new Map<number, Lane>();
  /** Lanes that may send, those first whose turn is longest ago. */
  const ready = new Set<Lane>();
  let running = 0;
  let lockTimeouts = 0;
  let isPlanned = false;

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const ids = await store(batch);
      for (const [realmId, head] of headsOf(batch, ids)) wakeUp(realmId, head);
      for (const [context, { resolve }] of batch.entries()) resolve(ids[context] ?? 0);
    } catch (error) {
      await runParts(batch, error);
    }
  };

  /** Neither a letter that cannot be stored nor an organization that is held up or has new rules may take others along. */
  const runParts = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    const groups = [...Map.groupBy(batch, ({ realmId }) => realmId).values()];
    const concernsOne = isLockTimeout(error) || isOutdated(error);
    if (concernsOne && groups.length > 1) {
      const rest = groups.values();
      const work = async (): Promise<void> => {
        for (const group of rest) await run(group);
      };
      await Promise.all(Array.from({ length: ALTOGETHER }, work));
    } else if (!isUnavailable(error) && !isOutdated(error) && batch.length > 1)
      for (const one of batch) await run([one]);
    else for (const { reject } of batch) reject(error);
  };

  /** Letters that were looked up together arrive together: the first one waits for those right behind it. */
  const next = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      while (ready.size > 0 && running < ALTOGETHER && running - lockTimeouts < ON_THE_WAY) void post();
    });
  };

  const post = async (): Promise<void> => {
    const chosen = choose();
    const share = Math.ceil(MOST / chosen.length);
    const batch: Waiting[] = [];
    for (const lane of chosen) {
      batch.push(...lane.waiting.splice(0, Math.min(share, MOST - batch.length)));
      lane.running += 1;
      lane.isSharing = chosen.length > 1;
      queue(lane);
    }
    running += 1;
    let isLate = false;
    const cancel = after(HELD_UP_MS, () => {
      isLate = true;
      lockTimeouts += 1;
      for (const lane of chosen) {
        lane.lockTimeouts += 1;
        if (!ready.has(lane)) queue(lane);
      }
      next();
    });
    await run(batch);
    cancel();
    running -= 1;
    if (isLate) lockTimeouts -= 1;
    for (const lane of chosen) {
      lane.running -= 1;
      if (isLate) lane.lockTimeouts -= 1;
      lane.isSharing = false;
      if (!ready.has(lane)) queue(lane);
    }
    next();
  };

  /** One that has a commit under way goes alone, so that shared commits of a node never wait for each other. */
  const choose = (): Lane[] => {
    const [first] = ready;
    if (first === undefined || first.running > 0) return first === undefined ? [] : [first];
    return [...ready].filter((lane) => lane.running === 0).slice(0, MOST);
  };

  /** Puts a lane at the end of the row, if it may send. */
  const queue = (lane: Lane): void => {
    ready.delete(lane);
    const { waiting, running: own, lockTimeouts: late, isSharing } = lane;
    if (waiting.length === 0) {
      if (own === 0) lanes.delete(lane.realmId);
    } else if (!isSharing && own === late && own < AT_ONCE) ready.add(lane);
  };

  return {
    send: (realmId, outgoing) =>
      new Promise((resolve, reject) => {
        const lane = lanes.get(realmId) ?? openLane(realmId);
        lanes.set(realmId, lane);
        lane.waiting.push({ realmId, outgoing, resolve, reject });
        if (!ready.has(lane)) queue(lane);
        next();
      }),
  };
}

function openLane(realmId: number): Lane {
  return {
    realmId,
    waiting: [],
    running: 0,
    lockTimeouts: 0,
    isSharing: false,
  };
}

function headsOf(batch: readonly Waiting[], ids: readonly number[]): Map<number, number> {
  const heads = new Map<number, number>();
  for (const [context, { realmId }] of batch.entries())
    heads.set(realmId, Math.max(heads.get(realmId) ?? 0, ids[context] ?? 0));
  return heads;
}
