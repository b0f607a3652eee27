import type { State } from '@parley/client';
import type { Held } from './model/apply-batch.ts';
import type { DebugSnapshot, OutboxEntry, UnreadIndex } from './chat.ts';

/** Fields of a registration that differ although nothing has changed. */
const PASSING = new Set([
  'queue_id',
  'last_event_id',
  'server_timestamp',
  'presences',
  'presence_last_update_id',
  'users_version',
]);

export function debugSnapshot(
  state: State,
  unread: UnreadIndex,
  { spans }: Held,
  outbox: readonly OutboxEntry[],
): DebugSnapshot {
  const lasting = Object.fromEntries(Object.entries(state).filter(([name]) => !PASSING.has(name)));
  return {
    unread: {
      total: unread.total,
      mentions: unread.mentions,
      byKey: Object.fromEntries(
        Array.from(unread.byKey, ([key, { ids }]) => [key, ids] as const).toSorted(byName),
      ),
    },
    windows: Object.fromEntries(Array.from(spans, ([key, { ids }]) => [key, ids] as const).toSorted(byName)),
    outbox: outbox.map(({ key }) => key),
    stateHash: hashOf(canonical(lasting)),
  };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(byName))
      : part,
  );
}

/** FNV-1a with 64 bits: equal texts have equal hashes, which is all that a comparison needs. */
function hashOf(text: string): string {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n);
  return hash.toString(16).padStart(16, '0');
}
