import { epochsOf } from './epochs.ts';
import type { History, Ledger, Send, Check } from './history.ts';

export function checkSends({ sends, losses }: History, ledger: Ledger): Check[] {
  const places = new Map<string, number[]>();
  for (const { text, position } of ledger.log)
    if (text !== null) places.set(text, [...(places.get(text) ?? []), position]);
  const placesOf = ({ key }: Send): readonly number[] => places.get(key) ?? [];
  const epochs = epochsOf(ledger);
  /** The message was acknowledged before its history was lost. */
  const isExcused = ({ until }: Send, id: number): boolean =>
    epochs.isLost(id) && (until ?? Infinity) < (losses[epochs.of(id)]?.ends ?? -Infinity);
  const acknowledged = sends.filter(({ ids }) => ids.length > 0);

  const lost = acknowledged
    .filter(
      (send) =>
        !send.ids.every(
          (id) => isExcused(send, id) || (placesOf(send).includes(id) && ledger.stored.has(id)),
        ),
    )
    .map(({ key, ids }) => `'${key}' was acknowledged as ${ids.join()} and is not there`);
  const doubled = sends
    .filter(
      (send) => placesOf(send).length > 1 || new Set(send.ids.filter((id) => !isExcused(send, id))).size > 1,
    )
    .map((send) => `'${send.key}' is at ${placesOf(send).join(', ')}`);
  // An attempt without a response may have taken effect; only a send whose single attempt was refused did not.
  const ghosts = sends
    .filter((send) => send.isRefused && send.attempts === 1 && placesOf(send).length > 0)
    .map(({ key }) => `'${key}' was refused and is there`);
  return [
    { name: 'S-1 every acknowledged message is there', violations: lost },
    { name: 'S-2 no message is there twice', violations: doubled },
    { name: 'L-1 no id was issued twice', violations: reissued(sends) },
    { name: 'S-3 what was refused is not there', violations: ghosts },
    { name: 'S-5 what was acknowledged earlier comes earlier', violations: overtakings(acknowledged) },
  ];
}

/** Ids that were acknowledged for two different sends. */
function reissued(sends: readonly Send[]): string[] {
  const keys = new Map<number, string>();
  return sends.flatMap(({ key, ids }) =>
    ids.flatMap((id) => {
      const other = keys.get(id) ?? key;
      keys.set(id, key);
      return other === key ? [] : [`message ${id} is '${other}' and '${key}'`];
    }),
  );
}

/** A send that starts after another was acknowledged has a larger id, whatever the senders. */
function overtakings(sends: readonly Send[]): string[] {
  const byStart = sends.toSorted((a, b) => a.from - b.from);
  const byEnd = sends.toSorted((a, b) => (a.until ?? Infinity) - (b.until ?? Infinity));
  const problems: string[] = [];
  let ended = 0;
  let highest = 0;
  for (const send of byStart) {
    for (let next = byEnd[ended]; next !== undefined && (next.until ?? Infinity) < send.from;) {
      highest = Math.max(highest, next.ids[0] ?? 0);
      ended += 1;
      next = byEnd[ended];
    }
    const id = send.ids[0] ?? 0;
    if (id < highest) problems.push(`'${send.key}' is ${id} although ${highest} was acknowledged before it`);
  }
  return problems;
}
