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

const FINDINGS: Readonly<Record<Exclude<Planted, 'no key' | 'an eavesdropper'>, string[]>> = {
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
