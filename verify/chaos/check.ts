import { checkMembership } from './check-membership.ts';
import { checkSends } from './check-sends.ts';
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
    ...checkSends(history, ledger),
    ...checkListeners(history, ledger),
    ...checkMembership(history),
    { name: 'nothing was wrong on sight', violations: history.complaints },
  ];
}

function checkLog({ log, head }: Ledger): string[] {
  const at = log.findIndex(({ position }, index) => position !== index + 1);
  if (at !== -1) return [`position ${log[at]?.position} stands at place ${at + 1}`];
  return log.length === head ? [] : [`the head is ${head}, the log has ${log.length} entries`];
}

function checkListeners({ listeners, texts }: History, ledger: Ledger): Check[] {
  const due = expectations(ledger);
  const outcomes = listeners.map((listener, n) => ({ n, ...compare(listener, due(listener.userId)) }));
  const told = (pick: 'missed' | 'foreign' | 'disorder'): string[] =>
    outcomes.flatMap((outcome) => {
      const found = outcome[pick];
      return found === undefined ? [] : [`listener ${outcome.n}: ${found}`];
    });
  const lost = listeners.filter(({ registrations }) => registrations.length !== 1);
  const said = new Map(ledger.log.map(({ position, text }) => [position, text]));
  const misheard = [...texts].filter(([id, text]) => said.get(id) !== text);
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

function compare({ registrations, messageIds }: Listener, all: readonly number[]): Outcome {
  const from = registrations[0] ?? Infinity;
  const due = all.filter((position) => position > from);
  const dueSet = new Set(due);
  const heard = new Set(messageIds);
  const outcome: Outcome = {};
  const foreign = messageIds.find((id) => !dueSet.has(id));
  if (foreign !== undefined) outcome.foreign = `heard message ${foreign} without being there`;
  const missing = due.filter((id) => !heard.has(id));
  if (missing.length > 0)
    outcome.missed = `did not hear ${missing.length} of ${due.length}, first ${missing[0]}`;
  else if (heard.size !== messageIds.length)
    outcome.missed = `heard ${messageIds.length - heard.size} messages twice`;
  const at = messageIds.findIndex((id, index) => index > 0 && id <= (messageIds[index - 1] ?? 0));
  if (at !== -1) outcome.disorder = `heard ${messageIds[at]} after ${messageIds[at - 1]}`;
  return outcome;
}
