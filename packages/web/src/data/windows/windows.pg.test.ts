import { createClient, type Client, type Message } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import type { Chat, MessageWindow } from '../chat.ts';
import { createChat } from '../create-chat.ts';
import type { Narrow } from '../narrow/narrow.ts';
import { narrowTerms } from '../narrow/terms.ts';
import { lastingData } from '../../../test/lasting-data.ts';

/** Messages before the first window opens: more than a page. */
const OLD_MESSAGES = 140;
const STEPS = 50;
const PAGE_DELAY_MS = 80;

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let channels: number[];

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

/** Pages arrive late, so that events overtake them. */
function slowClientOf({ email, apiKey }: TestUser): Client {
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.url.includes('/messages?'))
      await new Promise((resolve) => setTimeout(resolve, PAGE_DELAY_MS));
    return response;
  };
  return createClient({ url: server.url, email, apiKey, fetch: slow });
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [
    await server.user({ fullName: 'Ada', role: 200 }),
    await server.user({ fullName: 'Ben', role: 200 }),
  ];
  for (const user of [ada, ben])
    await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }, { name: 'hall' }] });
  const { subscriptions } = await clientOf(ada).getSubscriptions();
  channels = subscriptions.map(({ stream_id }) => stream_id);
});
afterAll(() => server.stop());

const TOPICS = ['plans', 'Notes', '', 'more'];

type Run = { readonly pick: <T>(from: readonly T[]) => T; readonly ids: number[] };

async function send(user: TestUser, { pick, ids }: Run, content: string): Promise<void> {
  const other = user === ada ? ben : ada;
  const { id } =
    pick([1, 2, 3, 4]) === 1
      ? await clientOf(user).sendMessage({ type: 'direct', to: [other.id], content })
      : await clientOf(user).sendMessage({
          type: 'channel',
          to: pick(channels),
          topic: pick(TOPICS),
          content,
        });
  ids.push(id);
}

/** One random change by either user; those that the server refuses do not count. */
async function step(run: Run): Promise<void> {
  const { pick, ids } = run;
  const user = pick([ada, ben]);
  const client = clientOf(user);
  const message_id = pick(ids);
  const words = pick(['plain words', `@**Ada** look`, 'a needle here', ':smile: needle']);
  const emoji = { message_id, emoji_name: 'heart' };
  const changes: readonly (() => Promise<unknown>)[] = [
    () => send(user, run, words),
    () => send(user, run, words),
    () => send(user, run, words),
    () => client.updateMessage({ message_id, content: words }),
    () =>
      client.updateMessage({
        message_id,
        topic: pick(TOPICS),
        propagate_mode: pick(['change_one', 'change_all', 'change_later']),
      }),
    () =>
      client.updateMessage({
        message_id,
        stream_id: pick(channels),
        topic: pick(TOPICS),
        propagate_mode: 'change_later',
      }),
    () => client.deleteMessage({ message_id }),
    () => client.addReaction(emoji),
    () => client.removeReaction(emoji),
    () =>
      clientOf(ada).updateMessageFlags({
        op: pick(['add', 'remove']),
        flag: 'starred',
        messages: [message_id],
      }),
    () =>
      clientOf(ada).updateMessageFlags({ op: pick(['add', 'remove']), flag: 'read', messages: [message_id] }),
    () =>
      clientOf(ada).updateUserTopic({
        stream_id: pick(channels),
        topic: pick(TOPICS),
        visibility_policy: pick([0, 1, 2, 3]),
      }),
  ];
  await pick(changes)().catch(() => undefined);
}

function narrows(): Narrow[] {
  return [
    { kind: 'topic', channelId: channels[0] ?? 0, topic: 'plans' },
    { kind: 'topic', channelId: channels[1] ?? 0, topic: '' },
    { kind: 'channel', channelId: channels[0] ?? 0 },
    { kind: 'direct', userIds: [ben.id] },
    { kind: 'all' },
    { kind: 'mentions' },
    { kind: 'starred' },
    { kind: 'reactions' },
    { kind: 'search', terms: [{ operator: 'search', operand: 'needle' }] },
  ];
}

/** Events tell neither the history of a message nor the number of its new conversation. */
const UNTOLD = new Set(['edit_history', 'recipient_id', 'match_content', 'match_subject', 'flags']);

function plain(message: Message | undefined): object {
  const told = Object.entries(message ?? {}).filter(([name]) => !UNTOLD.has(name));
  return { ...Object.fromEntries(told), flags: message?.flags.toSorted() };
}

/** The window's part of everything that the narrow selects, as the server tells it now. */
async function truthOf(window: MessageWindow): Promise<Message[]> {
  const { messages } = await clientOf(ada).getMessages({
    anchor: 'oldest',
    num_after: 5000,
    narrow: narrowTerms(window.narrow, ada.id),
    apply_markdown: true,
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  const { ids, foundOldest, foundNewest } = window.view.get();
  const [first, last] = [foundOldest ? -Infinity : (ids[0] ?? 0), foundNewest ? Infinity : (ids.at(-1) ?? 0)];
  return messages.filter(({ id }) => first <= id && id <= last);
}

async function expectTruth(chat: Chat, window: MessageWindow): Promise<void> {
  const truth = await truthOf(window);
  const { ids, gaps } = window.view.get();
  expect({ narrow: window.narrow, gaps, ids }).toEqual({
    narrow: window.narrow,
    gaps: [],
    ids: truth.map(({ id }) => id),
  });
  expect(ids.map((id) => plain(chat.messages.get(id)))).toEqual(truth.map(plain));
}

test.each([1])('windows follow random changes (seed %i)', async (seed) => {
  const random = seeded(seed);
  const run: Run = { ids: [], pick: (from) => random.pick(from) };
  await Promise.all(
    Array.from({ length: OLD_MESSAGES }, () => send(run.pick([ada, ben]), run, run.pick(['needle', 'hay']))),
  );
  const chat = await createChat(slowClientOf(ada));
  const windows = narrows().map((narrow) =>
    chat.openWindow(narrow, run.pick([{ kind: 'newest' }, { kind: 'first-unread' }])),
  );
  for (const window of windows) window.view.subscribe(() => undefined);
  // The changes start at once, so that they meet pages that are being fetched; then the queue is lost.
  for (let n = 0; n < STEPS; n += 1) {
    await step(run);
    if (n === STEPS / 2) await clientOf(ada).deleteQueue({ queue_id: chat.state.get().queue_id });
    if (n % 3 === 0) void run.pick(windows).loadOlder();
    if (n % 5 === 0) void run.pick(windows).loadNewer();
    if (n % 7 === 0) void run.pick(windows).moveTo({ kind: 'id', id: run.pick(run.ids) });
  }
  await eventually(async () => {
    for (const window of windows) await expectTruth(chat, window);
    const fresh = await createChat(clientOf(ada));
    const [now, anew] = [lastingData(chat), lastingData(fresh)];
    await fresh.close();
    expect(now).toEqual(anew);
  });
  await chat.close();
});
