import type { Audience } from '../engine/log/audience.ts';
import type { LogEntry } from '../engine/log/entry.ts';
import type { LocalQueue } from './local-queue.ts';

/** Index of the live queues of one organization, so that the cost of an event depends on its local recipients only. */
export type LiveIndex = {
  add(queue: LocalQueue): void;
  /** Must be called before the channels of the queue change, and `add` afterwards. */
  delete(queue: LocalQueue): void;
  has(queue: LocalQueue): boolean;
  /** A superset of the queues that receive an entry; `reaches` decides. */
  candidates(entry: LogEntry): Iterable<LocalQueue>;
};

export function createLiveIndex(): LiveIndex {
  const all = new Set<LocalQueue>();
  const byUser = new QueuesById();
  const byChannel = new QueuesById();
  const listening = new Set<LocalQueue>();

  const inAudience = (audience: Audience): Queues => {
    switch (audience.kind) {
      case 'users':
        return byUser.ofAll(audience.ids);
      case 'subscribers':
        return byChannel.of(audience.channel);
      case 'union': {
        const parts = audience.of.map(inAudience).filter((part) => sizeOf(part) > 0);
        const [first = []] = parts;
        if (parts.length < 2) return first;
        return parts.includes(all) ? all : new Set(parts.flatMap((part) => [...part]));
      }
      case 'listeners':
        return listening;
      case 'everyone':
      case 'roles':
      case 'guests':
        return all;
    }
  };

  return {
    add: (queue) => {
      all.add(queue);
      byUser.add(queue.record.userId, queue);
      for (const channel of queue.channels) byChannel.add(channel, queue);
      if (queue.isListening) listening.add(queue);
    },
    delete: (queue) => {
      all.delete(queue);
      byUser.delete(queue.record.userId, queue);
      for (const channel of queue.channels) byChannel.delete(channel, queue);
      listening.delete(queue);
    },
    has: (queue) => all.has(queue),
    candidates: (entry) => {
      if (entry.kind === 'event') return inAudience(entry.audience);
      if ('user_id' in entry.notice) return byUser.of(entry.notice.user_id);
      if ('user_ids' in entry.notice) return byUser.ofAll(entry.notice.user_ids);
      return [];
    },
  };
}

type Queues = ReadonlySet<LocalQueue> | readonly LocalQueue[];

function sizeOf(queues: Queues): number {
  return 'size' in queues ? queues.size : queues.length;
}

/** Sets of queues by user or channel id; empty sets are deleted. */
class QueuesById {
  readonly #sets = new Map<number, Set<LocalQueue>>();

  add(key: number, queue: LocalQueue): void {
    const set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, new Set([queue]));
    else set.add(queue);
  }

  delete(key: number, queue: LocalQueue): void {
    const set = this.#sets.get(key);
    set?.delete(queue);
    if (set?.size === 0) this.#sets.delete(key);
  }

  of(key: number): ReadonlySet<LocalQueue> {
    return this.#sets.get(key) ?? new Set();
  }

  ofAll(keys: readonly number[]): LocalQueue[] {
    return [...new Set(keys)].flatMap((key) => [...this.of(key)]);
  }
}
