import { checkMembership } from './check-membership.ts';
import { checkSends } from './check-sends.ts';
import { epochsOf, type Epochs } from './epochs.ts';
import { segmentsOf, type Segment } from './segments.ts';
import {
  periodKey,
  type Check,
  type History,
  type Ledger,
  type LedgerAudience,
  type Listener,
} from './history.ts';

/** Compares what clients did and received with the stored data, without any code of the product. */
export function checkHistory(history: History, ledger: Ledger): Check[] {
  return [
    { name: 'L-1 the log has no hole and no repeat', violations: checkLog(ledger) },
    { name: 'E-1 every loss began one epoch', violations: checkEpochs(history, ledger) },
    ...checkSends(history, ledger),
    ...checkListeners(history, ledger),
    ...checkMembership(history, epochsOf(ledger)),
    { name: 'nothing was wrong on sight', violations: history.complaints },
  ];
}

function checkLog({ log, head }: Ledger): string[] {
  const { of } = epochsOf({ log } as Ledger);
  const at = log.findIndex(({ position }, index) => {
    const before = log[index - 1]?.position ?? 0;
    return position !== before + 1 && of(position) === of(before);
  });
  if (at !== -1) return [`position ${log[at]?.position} follows ${log[at - 1]?.position ?? 0}`];
  const last = log.at(-1)?.position ?? 0;
  return last === head ? [] : [`the head is ${head}, the last entry is ${last}`];
}

function checkEpochs({ losses }: History, ledger: Ledger): string[] {
  const { jumps } = epochsOf(ledger);
  return jumps === losses.length && ledger.epoch === losses.length + 1
    ? []
    : [`${losses.length} losses, epoch ${ledger.epoch}, ${jumps} jumps in the log`];
}

function checkListeners({ listeners, texts, losses }: History, ledger: Ledger): Check[] {
  const due = expectations(ledger);
  const epochs = epochsOf(ledger);
  const outcomes = listeners.map((listener, n) => ({
    n,
    ...compare(listener, due(listener.userId), epochs),
  }));
  const told = (pick: 'missed' | 'foreign' | 'disorder'): string[] =>
    outcomes.flatMap((outcome) => {
      const found = outcome[pick];
      return found === undefined ? [] : [`listener ${outcome.n}: ${found}`];
    });
  const lost = listeners.filter(({ registrations }) => registrations.length !== 1 + losses.length);
  const said = new Map(ledger.log.map(({ position, text }) => [position, text]));
  const misheard = [...texts].filter(([id, text]) => !epochs.isLost(id) && said.get(id) !== text);
  return [
    { name: 'Q-1 every queue heard everything that it was due, once', violations: told('missed') },
    { name: 'Q-2 and Q-8 in the order of the log, the same for all', violations: told('disorder') },
    {
      name: 'Q-4 no queue was lost',
      violations: lost.map(
        ({ userId, registrations }) => `user ${userId} registered ${registrations.length} times`,
      ),
    },
    { name: 'I-1 and I-2 no client received a message without access', violations: told('foreign') },
    {
      name: 'what was heard is what was said',
      violations: misheard.map(([id, text]) => `message ${id} was heard as '${text}'`),
    },
  ];
}

/** Positions of a user's messages in order, computed once per user. */
function expectations({ log, periods }: Ledger): (userId: number) => readonly number[] {
  const messages = log.filter(({ type }) => type === 'message');
  const known = new Map<number, readonly number[]>();
  const isFor = (audience: LedgerAudience, userId: number, position: number): boolean => {
    if ('channel' in audience) {
      const times = periods.get(periodKey(userId, audience.channel)) ?? [];
      return times.some(([from, to]) => from <= position && position < to);
    }
    if ('ids' in audience) return audience.ids.includes(userId);
    if ('of' in audience) return audience.of.some((part) => isFor(part, userId, position));
    return audience.kind === 'everyone';
  };
  return (userId) => {
    const found =
      known.get(userId) ??
      messages
        .filter(({ audience, position }) => isFor(audience, userId, position))
        .map(({ position }) => position);
    known.set(userId, found);
    return found;
  };
}

type Outcome = { missed?: string; foreign?: string; disorder?: string };

function compare(listener: Listener, all: readonly number[], epochs: Epochs): Outcome {
  const { messageIds } = listener;
  const segments = segmentsOf(listener);
  const outcome: Outcome = {};
  for (const [index, segment] of segments.entries())
    Object.assign(outcome, compareSegment(segment, all, epochs, index === segments.length - 1));
  if (new Set(messageIds).size !== messageIds.length)
    outcome.missed ??= `heard ${messageIds.length - new Set(messageIds).size} messages twice`;
  const at = messageIds.findIndex((id, index) => index > 0 && id <= (messageIds[index - 1] ?? 0));
  if (at !== -1) outcome.disorder = `heard ${messageIds[at]} after ${messageIds[at - 1]}`;
  return outcome;
}

/** A queue hears what it is due, and nothing of another epoch. A queue that ended has heard a beginning of it. */
function compareSegment(
  { from, ids }: Segment,
  all: readonly number[],
  epochs: Epochs,
  isLast: boolean,
): Outcome {
  const epoch = epochs.of(from);
  const due = all.filter((position) => position > from && (isLast || epochs.of(position) === epoch));
  const dueSet = new Set(due);
  const outcome: Outcome = {};
  const foreign = ids.find((id) =>
    dueSet.has(id) ? epochs.of(id) !== epoch : !epochs.isLost(id) || epochs.of(id) !== epoch,
  );
  if (foreign !== undefined) outcome.foreign = `heard message ${foreign} without being there`;
  const heard = new Set(ids);
  const kept = ids.filter((id) => dueSet.has(id));
  const missing = (isLast ? due : due.slice(0, kept.length)).filter((id) => !heard.has(id));
  if (missing.length > 0)
    outcome.missed = `did not hear ${missing.length} of ${due.length}, first ${missing[0]}`;
  return outcome;
}
