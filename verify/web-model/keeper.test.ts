// oxlint-disable-next-line import/no-unassigned-import -- the wrapper of IndexedDB looks for its classes
import 'fake-indexeddb/auto';
import type { Client, State } from '@parley/client';
import type { WireEvent } from '@parley/contract/events.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { startKeeper, type Keeper, type KeeperOptions } from '@parley/web/data/keeper/keeper.ts';
import { afterEach, expect, test } from 'vitest';
import { ModelBrowser, type BrowserTab } from './browser.ts';
import { onDiskWrite } from './disk-writes.ts';
import { LogServer } from './log-server.ts';
import { settle } from './settle.ts';

const USER = 7;

/** A log in which event `n` sets the alert word `word n`. */
function recordingOf(count: number) {
  const state = {
    queue_id: '',
    last_event_id: 0,
    user_id: USER,
    alert_words: ['word 0'],
    realm_users: [{ user_id: USER }],
  };
  const events = Array.from({ length: count }, (_, n) => ({
    id: (n + 1) * 10,
    type: 'alert_words',
    alert_words: [`word ${n + 1}`],
  })) as WireEvent[];
  return { userId: USER, events, checkpoints: [{ index: 0, state: state as unknown as State, windows: [] }] };
}

function worldOf(count = 20) {
  const browser = new ModelBrowser();
  const random = seeded(1);
  const server = new LogServer(recordingOf(count), random);
  const open = async (
    more: Partial<KeeperOptions> = {},
  ): Promise<{ keeper: Keeper; tab: BrowserTab; word: () => string }> => {
    const tab = browser.openTab(() => random.next());
    const client = { connection: server.connectionOf(tab.silent), waiting: {} } as unknown as Client;
    const keeper = await startKeeper({ client, userId: USER, environment: tab.environment, ...more });
    let state: State | undefined;
    void keeper.source.first.then((first) => (state ??= first)).catch(() => undefined);
    keeper.source.onBatch((batch) => {
      ({ state } = batch);
    });
    keeper.keep(() => ({ messages: [], windows: [] }));
    return { keeper, tab, word: () => state?.alert_words?.[0] ?? 'none' };
  };
  const run = async (seconds = 1): Promise<void> => {
    for (let n = 0; n < seconds; n += 1) {
      await settle(8);
      browser.deliver(Infinity);
      browser.advance(1_000);
    }
    await settle(8);
  };
  return { browser, server, open, run };
}

afterEach(() => {
  onDiskWrite({});
});

test('a page that starts again shows the stored state and goes on with the same queue', async () => {
  const { browser, server, open, run } = worldOf();
  const first = await open();
  server.advance(3);
  await run(10);
  browser.kill(first.tab);
  server.faults = 1;
  const second = await open();
  await settle(8);
  expect(second.word()).toBe('word 3');
  expect((await second.keeper.source.first).realm_users).toEqual([]);
  server.faults = 0;
  server.advance(2);
  await run(10);
  expect(second.word()).toBe('word 5');
  expect(server.counts.register).toBe(1);
});

test('a page that had acknowledged more than it stored goes back', async () => {
  const { browser, server, open, run } = worldOf();
  const first = await open();
  await run(10);
  server.advance(4);
  await run(1);
  expect(first.word()).toBe('word 4');
  browser.kill(first.tab);
  const second = await open();
  await run(3);
  expect(second.word()).toBe('word 4');
  expect(server.counts).toMatchObject({ register: 1, rewind: 1 });
});

test('a lost queue is registered anew without an error', async () => {
  const { server, open, run } = worldOf();
  const { keeper, word } = await open();
  await run();
  server.expire();
  server.advance(2);
  await run(5);
  expect(word()).toBe('word 2');
  expect(keeper.source.link.get().status).toBe('live');
});

test('tabs share one queue, and the next one goes on when the leader dies', async () => {
  const { browser, server, open, run } = worldOf();
  const first = await open();
  await run(7);
  const second = await open();
  server.advance(3);
  await run(2);
  expect([first.word(), second.word()]).toEqual(['word 3', 'word 3']);
  expect([first.keeper.isLeader.get(), second.keeper.isLeader.get()]).toEqual([true, false]);
  browser.kill(first.tab);
  server.advance(3);
  await run(3);
  expect(second.keeper.isLeader.get()).toBe(true);
  expect(second.word()).toBe('word 6');
  expect(server.counts.register).toBe(1);
});

test('a shared computer keeps nothing, and its tabs still share one queue', async () => {
  const { browser, server, open, run } = worldOf();
  const first = await open({ isShared: true });
  await run();
  const second = await open({ isShared: true });
  server.advance(1);
  await run(8);
  expect(second.word()).toBe('word 1');
  expect(server.counts.register).toBe(1);
  for (const { tab } of [first, second]) browser.kill(tab);
  await open({ isShared: true });
  await run();
  expect(server.counts.register).toBe(2);
});

test('a disk that refuses to write does not disturb the page', async () => {
  const { server, open, run } = worldOf();
  onDiskWrite({ isCrash: () => true });
  const { word, keeper } = await open();
  server.advance(2);
  await run(30);
  expect(word()).toBe('word 2');
  await keeper.persistence.putDraft('a', {
    conversation: { kind: 'direct', userIds: [] },
    text: 'text',
    changed: 1,
    draftId: undefined,
    isSynced: false,
  });
});

test('a browser without disk and locks gets a queue for each page', async () => {
  const { browser, server, open, run } = worldOf();
  const tab = browser.openTab(() => 0.5);
  const environment = { ...tab.environment, indexedDB: undefined, locks: undefined };
  const pages = [await open({ environment }), await open({ environment })];
  server.advance(1);
  await run(2);
  expect(pages.map(({ word }) => word())).toEqual(['word 1', 'word 1']);
  expect(server.counts.register).toBe(2);
});

test('texts of the user are stored at once and known to other tabs', async () => {
  const { browser, open, run } = worldOf();
  const first = await open();
  const second = await open();
  await run();
  const heard: string[] = [];
  second.keeper.persistence.onOtherTab?.(() => heard.push('texts'));
  const entry = {
    key: 'k',
    conversation: { kind: 'direct', userIds: [8] },
    text: 'Hello',
    created: 1,
  } as const;
  await first.keeper.persistence.putEntry(entry);
  browser.kill(first.tab);
  await run();
  expect(heard).not.toEqual([]);
  await second.keeper.persistence.load();
  expect((await second.keeper.persistence.load()).outbox).toEqual([entry]);
});

test('logging out ends every tab and leaves nothing on the disk', async () => {
  const { server, open, run } = worldOf();
  const first = await open();
  const second = await open();
  await run(7);
  await Promise.all([first.keeper.forget(), run(3)]);
  expect([first, second].map(({ keeper }) => keeper.source.link.get().status)).toEqual(['ended', 'ended']);
  const third = await open();
  await run();
  expect(server.counts.register).toBe(2);
  expect((await third.keeper.persistence.load()).drafts.size).toBe(0);
});

test('a leader that hangs loses its place', async () => {
  const { browser, server, open, run } = worldOf();
  const first = await open();
  await run(7);
  browser.hang(first.tab);
  const second = await open();
  server.advance(2);
  await run(40);
  expect(second.keeper.isLeader.get()).toBe(true);
  expect(second.word()).toBe('word 2');
});

test('data of one user is not continued with the session of another', async () => {
  const { open, run } = worldOf();
  const { keeper } = await open({ userId: 8 });
  await expect(keeper.source.first).rejects.toMatchObject({ name: 'OtherUserError', userId: USER });
  await run();
  expect(keeper.source.link.get().status).toBe('ended');
});
