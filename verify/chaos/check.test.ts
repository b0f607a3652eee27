import { expect, test } from 'vitest';
import { checkHistory } from './check.ts';
import { emptyHistory, periodKey, type History, type Ledger } from './history.ts';
import { plantedMistakes, spoil, type Planted } from './planted-mistakes.ts';

const ADA = 1;
const BOB = 2;
const CHANNEL = 7;
/** Bob joins in the middle and receives the second half. */
const JOINS_AT = 6;

function told(): { history: History; ledger: Ledger } {
  const history = emptyHistory();
  const positions = Array.from({ length: 10 }, (_, n) => n + 1);
  for (const id of positions) {
    const key = `send ${id}`;
    history.sends.push({
      userId: ADA,
      key,
      channelId: CHANNEL,
      from: id * 100,
      until: id * 100 + 50,
      ids: [id],
      isRefused: false,
      attempts: 1,
    });
    history.texts.set(id, key);
  }
  for (const [userId, from] of [
    [ADA, 1],
    [BOB, JOINS_AT],
  ] as const) {
    history.listeners.push({
      userId,
      registrations: [0],
      starts: [0],
      messageIds: positions.filter((id) => id >= from),
      lastEventId: 10,
      hasHeardTheEnd: true,
    });
    const at = from * 100;
    history.moves.push({
      userId,
      channelId: CHANNEL,
      joins: true,
      from: at - 90,
      until: at - 80,
      attempts: 1,
    });
  }
  const ledger: Ledger = {
    head: 10,
    epoch: 1,
    log: positions.map((position) => ({
      position,
      audience: { kind: 'union', of: [{ kind: 'subscribers', channel: CHANNEL }, { kind: 'listeners' }] },
      type: 'message',
      text: `send ${position}`,
    })),
    stored: new Set(positions),
    periods: new Map([
      [periodKey(ADA, CHANNEL), [[1, Infinity]]],
      [periodKey(BOB, CHANNEL), [[JOINS_AT, Infinity]]],
    ]),
  };
  return { history, ledger };
}

function failed(history: History, ledger: Ledger): string[] {
  return checkHistory(history, ledger)
    .filter(({ violations: problems }) => problems.length > 0)
    .map(({ name }) => name.slice(0, 3));
}

test('nothing is found where nothing is wrong', () => {
  const { history, ledger } = told();
  expect(failed(history, ledger)).toEqual([]);
});

const FINDINGS: Readonly<
  Record<Exclude<Planted, 'no key' | 'an eavesdropper' | 'no epoch check'>, string[]>
> = {
  'a hole': ['Q-1', 'Q-1'],
  'a repeat': ['Q-1', 'Q-2'],
  'a lost queue': ['Q-4'],
};

test.each(plantedMistakes.filter((name) => name in FINDINGS))('%s is found', (planted) => {
  const { history, ledger } = told();
  spoil(history, planted);
  expect(failed(history, ledger)).toEqual(FINDINGS[planted as keyof typeof FINDINGS]);
});

test('a message received from before its reader joined is found', () => {
  const { history, ledger } = told();
  history.listeners[1]?.messageIds.unshift(3);
  history.moves.unshift({ ...history.moves[1]!, joins: false, from: 0, until: 5 });
  expect(failed(history, ledger)).toEqual(['I-1', 'I-2']);
});

test('a message that is there twice is found', () => {
  const { history, ledger } = told();
  const log = ledger.log.map((entry) => (entry.position === 4 ? { ...entry, text: 'send 3' } : entry));
  expect(failed(history, { ...ledger, log })).toEqual(['S-1', 'S-2', 'wha']);
});

test('an acknowledged message that is gone, and a hole in the log, are found', () => {
  const { history, ledger } = told();
  const log = ledger.log.filter(({ position }) => position !== 2);
  expect(failed(history, { ...ledger, log })).toEqual(expect.arrayContaining(['L-1', 'S-1']));
});

test('a refused message that is there is found, unless an earlier attempt may have sent it', () => {
  const { history, ledger } = told();
  const [send] = history.sends;
  Object.assign(send!, { ids: [], until: undefined, isRefused: true });
  expect(failed(history, ledger)).toEqual(['S-3']);
  Object.assign(send!, { attempts: 2 });
  expect(failed(history, ledger)).toEqual([]);
});

test('a message that comes before one that was acknowledged earlier is found', () => {
  const { history, ledger } = told();
  Object.assign(history.sends[0]!, { from: 900, until: 950 });
  expect(failed(history, ledger)).toContain('S-5');
});

/** A loss after the fifth message: the sixth and seventh were acknowledged, heard and lost; the others follow far ahead. */
const AHEAD = 1_500_000;

function toldAcrossLoss(): { history: History; ledger: Ledger } {
  const { history, ledger } = told();
  const [ada, bob] = history.listeners;
  if (ada === undefined || bob === undefined) throw new Error('The history has no listeners.');
  const moved = (id: number): number => (id > 7 ? AHEAD + id : id);
  for (const send of history.sends) send.ids.splice(0, 1, moved(send.ids[0] ?? 0));
  history.texts.clear();
  for (const { key, ids } of history.sends) history.texts.set(ids[0] ?? 0, key);
  ada.messageIds.splice(0, Infinity, ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(moved));
  bob.messageIds.splice(0, Infinity, ...[6, 7, 8, 9, 10].map(moved));
  ada.registrations.push(AHEAD + 7);
  ada.starts.push(7);
  bob.registrations.push(AHEAD + 7);
  bob.starts.push(2);
  history.losses.push({ keptUntil: 555, begins: 760, ends: 790 });
  const kept = ledger.log.filter(({ position }) => position < 6 || position > 7);
  const log = kept.map((entry) => ({ ...entry, position: moved(entry.position) }));
  const stored = new Set(log.map(({ position }) => position));
  return { history, ledger: { ...ledger, log, stored, head: AHEAD + 10, epoch: 2 } };
}

test('a history with a loss and a new epoch is right', () => {
  const { history, ledger } = toldAcrossLoss();
  expect(failed(history, ledger)).toEqual([]);
});

test('a queue that goes on in the next epoch is found', () => {
  const { history, ledger } = toldAcrossLoss();
  Object.assign(history.listeners[0]!, { registrations: [0], starts: [0] });
  expect(failed(history, ledger)).toEqual(['Q-4', 'I-1']);
});

test('a lost message that a new queue hears is found', () => {
  const { history, ledger } = toldAcrossLoss();
  history.listeners[1]!.starts[1] = 1;
  expect(failed(history, ledger)).toEqual(['I-1']);
});

test('a message of the next epoch that is missed is found', () => {
  const { history, ledger } = toldAcrossLoss();
  history.listeners[1]!.messageIds.splice(3, 1);
  expect(failed(history, ledger)).toEqual(['Q-1', 'Q-1']);
});

test('a message that was acknowledged after the loss and is gone is found', () => {
  const { history, ledger } = toldAcrossLoss();
  Object.assign(history.sends[6]!, { until: 800 });
  expect(failed(history, ledger)).toContain('S-1');
});

test('an id that was issued twice is found', () => {
  const { history, ledger } = toldAcrossLoss();
  history.sends[8]!.ids[0] = 6;
  expect(failed(history, ledger)).toEqual(expect.arrayContaining(['L-1', 'S-5']));
});

test('a loss without an epoch is found', () => {
  const { history, ledger } = toldAcrossLoss();
  expect(failed(history, { ...ledger, epoch: 1 })).toEqual(['E-1']);
});
