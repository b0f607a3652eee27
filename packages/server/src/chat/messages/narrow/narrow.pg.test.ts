import { subscribe, updateSubscriptionProperty } from '@parley/contract/endpoints/channels.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { found, post, term, whisper } from '@parley/test-support/find-messages.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let cleo: TestUser;
/** Messages by what they are called below. */
const ids = new Map<string, number>();

async function add(name: string, message: Promise<number>): Promise<void> {
  ids.set(name, await message);
}

function mark(name: string, flags: number) {
  return server.server.world.write(server.realmId, (tx) =>
    tx.all(
      sql`insert into message_user_flag (realm_id, user_id, message_id, flags)
        values (${tx.realmId}, ${ada.id}, ${ids.get(name)}, ${flags}) on conflict do nothing`,
    ),
  );
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben, cleo] = [await server.user(), await server.user(), await server.user()];
  const join = (who: TestUser, name: string) => who.connection.call(subscribe, { subscriptions: [{ name }] });
  for (const who of [ada, ben, cleo]) for (const name of ['Lab', 'Hall']) await join(who, name);
  await ada.connection.call(addAlertWords, { alert_words: ['fire'] });
  await add('plain', post(ada, 'Lab', 'Plans', 'hello world'));
  await add('link', post(ben, 'Lab', 'plans', 'see https://example.com/page'));
  await add('calls', post(ben, 'Lab', 'Calls', `@**|${ada.id}** look`));
  await add('everyone', post(ben, 'Hall', 'Calls', '@**all** look'));
  await add('alert', post(ben, 'Hall', 'noise', 'there is fire'));
  await add('empty', post(ben, 'Hall', '', 'in the empty topic'));
  await add('resolved', post(ben, 'Hall', '✔ done', 'finished'));
  await add('to ben', whisper(ada, [ben], 'psst'));
  await add('from ben', whisper(ben, [ada], 'what'));
  await add('three', whisper(cleo, [ada, ben], 'all of us'));
  await add('myself', whisper(ada, [ada], 'note'));
  await add('others', whisper(ben, [cleo], 'not for ada'));
  await mark('plain', 1);
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(
      sql`insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, position)
        values (${tx.realmId}, ${ids.get('three')}, ${ben.id}, 'unicode_emoji', '1f44d', '+1', 1)`,
    ),
  );
});
afterAll(() => server.stop());

async function channelId(name: string): Promise<number> {
  const row = await server.server.world.pool.first(
    sql<{ id: number }>`select id from channel where realm_id = ${server.realmId} and name = ${name}`,
  );
  return row?.id ?? 0;
}

async function named(who: TestUser, ...narrow: NarrowTerm[]): Promise<string[]> {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return (await found(who, ...narrow)).map((id) => names.get(id) ?? '?');
}

/** The address of a user that everybody sees. */
function address({ id }: TestUser): string {
  return `user${id}@parley.test`;
}

const LAB = ['plain', 'link', 'calls'];
const HALL = ['everyone', 'alert', 'empty', 'resolved'];
const DIRECT = ['to ben', 'from ben', 'three', 'myself'];

/** Terms as functions: users have their ids only when the test runs. */
test.each<[string, () => NarrowTerm[], string[]]>([
  ['no terms', () => [], [...LAB, ...HALL, ...DIRECT]],
  ['channel by name, in any case', () => [term('channel', 'lAB')], LAB],
  ['stream', () => [['stream', 'Lab']], LAB],
  ['-channel', () => [term('-channel', 'Lab')], [...HALL, ...DIRECT]],
  ['channels:public', () => [term('channels', 'public')], [...LAB, ...HALL]],
  ['-channels:public', () => [term('-channels', 'public')], DIRECT],
  ['channels:archived', () => [term('channels', 'archived')], []],
  ['channels:web-public', () => [term('channels', 'web-public')], []],
  ['topic in any case', () => [term('topic', 'PLANS')], ['plain', 'link']],
  ['topic in any channel', () => [term('topic', 'calls')], ['calls', 'everyone']],
  ['channel and topic', () => [term('channel', 'Lab'), term('topic', 'calls')], ['calls']],
  ['the empty topic', () => [term('topic', 'general chat')], ['empty']],
  ['the empty topic as it is', () => [term('topic', '')], ['empty']],
  ['-topic', () => [term('channel', 'Hall'), term('-topic', '')], ['everyone', 'alert', 'resolved']],
  ['sender by id', () => [term('sender', cleo.id)], ['three']],
  ['sender by address', () => [term('sender', address(ada).toUpperCase())], ['plain', 'to ben', 'myself']],
  ['-sender', () => [term('-sender', ben.id)], ['plain', 'to ben', 'three', 'myself']],
  ['sender and channel', () => [term('sender', ada.id), term('channel', 'Lab')], ['plain']],
  ['dm', () => [term('dm', [ben.id])], ['to ben', 'from ben']],
  ['dm with oneself named', () => [term('dm', [ben.id, ada.id])], ['to ben', 'from ben']],
  ['dm by address', () => [term('pm-with', `${address(ben)}, ${address(cleo)}`)], ['three']],
  ['dm with oneself', () => [term('dm', [ada.id])], ['myself']],
  ['dm that never was', () => [term('dm', [cleo.id])], []],
  ['dm with nobody', () => [term('dm', [])], []],
  ['-dm', () => [term('is', 'dm'), term('-dm', [ben.id])], ['three', 'myself']],
  ['-dm with nobody', () => [term('is', 'dm'), term('-dm', [])], DIRECT],
  ['dm-including', () => [term('dm-including', ben.id)], ['to ben', 'from ben', 'three']],
  ['dm-including by address', () => [term('dm-including', address(cleo))], ['three']],
  ['dm-including oneself', () => [term('dm-including', ada.id)], DIRECT],
  ['group-pm-with', () => [term('group-pm-with', cleo.id)], ['three']],
  [
    '-dm-including',
    () => [term('is', 'dm'), term('-dm-including', cleo.id)],
    ['to ben', 'from ben', 'myself'],
  ],
  ['is:dm', () => [term('is', 'dm')], DIRECT],
  ['is:private', () => [['is', 'private']], DIRECT],
  ['-is:dm', () => [term('-is', 'dm')], [...LAB, ...HALL]],
  ['is:starred', () => [term('is', 'starred')], ['plain']],
  ['-is:starred', () => [term('channel', 'Lab'), term('-is', 'starred')], ['link', 'calls']],
  ['is:mentioned', () => [term('is', 'mentioned')], ['calls', 'everyone']],
  ['-is:mentioned', () => [term('channel', 'Lab'), term('-is', 'mentioned')], ['plain', 'link']],
  ['is:alerted', () => [term('is', 'alerted')], ['alert']],
  ['is:resolved', () => [term('is', 'resolved')], ['resolved']],
  ['-is:resolved', () => [term('channel', 'Hall'), term('-is', 'resolved')], ['everyone', 'alert', 'empty']],
  ['is:unread', () => [term('is', 'unread')], [...LAB, ...HALL, ...DIRECT]],
  ['is:unread in a channel', () => [term('is', 'unread'), term('channel', 'Lab')], LAB],
  [
    'is:unread in a topic',
    () => [term('is', 'unread'), term('topic', 'plans'), term('channel', 'Lab')],
    ['plain', 'link'],
  ],
  ['is:unread among direct messages', () => [term('is', 'unread'), term('is', 'dm')], DIRECT],
  ['is:unread in a conversation', () => [term('is', 'unread'), term('dm', [ben.id])], ['to ben', 'from ben']],
  ['-is:unread', () => [term('-is', 'unread')], []],
  ['has:link', () => [term('has', 'link')], ['link']],
  ['-has:link', () => [term('channel', 'Lab'), term('-has', 'link')], ['plain', 'calls']],
  ['has:image', () => [term('has', 'image')], []],
  ['has:attachment', () => [term('has', 'attachment')], []],
  ['has:reaction', () => [term('has', 'reaction')], ['three']],
  ['-has:reaction', () => [term('is', 'dm'), term('-has', 'reaction')], ['to ben', 'from ben', 'myself']],
  ['in:all', () => [term('in', 'all')], [...LAB, ...HALL, ...DIRECT]],
  ['-in:all', () => [term('-in', 'all')], [...LAB, ...HALL, ...DIRECT]],
  ['id', () => [term('id', ids.get('link') ?? 0)], ['link']],
  ['id as text', () => [term('id', String(ids.get('link')))], ['link']],
  ['-id', () => [term('channel', 'Lab'), term('-id', ids.get('link') ?? 0)], ['plain', 'calls']],
  ['id of what is not one’s own', () => [term('id', ids.get('others') ?? 0)], []],
  ['mentions', () => [term('mentions', ada.id)], ['calls']],
  ['mentions somebody else', () => [term('mentions', ben.id)], []],
  ['-mentions', () => [term('channel', 'Lab'), term('-mentions', ada.id)], ['plain', 'link']],
  ['near', () => [term('channel', 'Lab'), term('near', '5')], LAB],
  ['search', () => [term('search', 'LOOKING')], ['calls', 'everyone']],
  ['-search is the same', () => [term('-search', 'looks')], ['calls', 'everyone']],
  ['search in a channel', () => [term('search', 'look'), term('channel', 'Lab')], ['calls']],
  [
    'search in a topic',
    () => [term('search', 'world'), term('channel', 'Lab'), term('topic', 'plans')],
    ['plain'],
  ],
  ['search in direct messages', () => [term('search', 'psst'), term('is', 'dm')], ['to ben']],
  ['search in a conversation', () => [term('search', 'psst'), term('dm', [ben.id])], ['to ben']],
])('%s', async (_, narrow, names) => {
  expect(await named(ada, ...narrow())).toEqual(names);
});

test('users and channels can be named by id', async () => {
  expect(await named(ada, term('channel', await channelId('Hall')))).toEqual(HALL);
});

test('narrows for muted and followed topics match', async () => {
  const [lab, hall] = [await channelId('Lab'), await channelId('Hall')];
  const setPolicy = (stream_id: number, topic: string, visibility_policy: 1 | 2 | 3) =>
    ada.connection.call(updateUserTopic, { stream_id, topic, visibility_policy });
  await setPolicy(lab, 'PLANS', 1);
  await setPolicy(hall, 'noise', 3);
  await setPolicy(hall, '', 2);
  await ada.connection.call(updateSubscriptionProperty, {
    stream_id: hall,
    property: 'is_muted',
    value: true,
  });
  expect(await named(ada, term('is', 'followed'))).toEqual(['calls', 'alert']);
  expect(await named(ada, term('is', 'muted'))).toEqual(['plain', 'link', 'everyone', 'resolved']);
  expect(await named(ada, term('in', 'home'))).toEqual(['calls', 'alert', 'empty', ...DIRECT]);
  expect(await named(ada, term('-in', 'home'))).toEqual(['plain', 'link', 'everyone', 'resolved']);
  const first = async (...narrow: NarrowTerm[]) =>
    (await ada.connection.call(getMessages, { anchor: 'first_unread', narrow })).anchor;
  expect(await first()).toBe(ids.get('calls'));
  expect(await first(term('channel', 'Hall'))).toBe(ids.get('everyone'));
  expect(await first(term('channel', 'Lab'))).toBe(ids.get('calls'));
  expect(await first(term('is', 'dm'))).toBe(ids.get('to ben'));
});

test.each<[NarrowTerm[]]>([
  [[['channel', 'Nowhere']]],
  [[term('channel', 999_999)]],
  [[term('channel', '')]],
  [[term('sender', 'nobody@example.com')]],
  [[term('sender', 999_999)]],
  [[term('dm', [999_999])]],
  [[term('dm', 'nobody@example.com')]],
  [[term('dm-including', 999_999)]],
  [[term('group-pm-with', 999_999)]],
  [[term('mentions', 'x')]],
  [[term('nope', 'x')]],
  [[['is', 'nope']]],
  [[term('channel', 'Lab'), term('is', 'dm')]],
  [[term('with', 'x')]],
  [[term('with', 999_999)]],
  [[term('with', 1), term('with', 2)]],
])('%j cannot be understood', async (narrow) => {
  const asked = ada.connection.call(getMessages, { anchor: 'newest', narrow });
  await expect(asked).rejects.toMatchObject({
    status: 400,
    code: 'BAD_NARROW',
    body: { desc: expect.any(String) },
  });
});

test('the operator with selects the conversation of its message', async () => {
  const id = (name: string): number => ids.get(name) ?? 0;
  expect(await named(ada, term('with', id('link')))).toEqual(['plain', 'link']);
  expect(await named(ada, term('with', String(id('from ben'))))).toEqual(['to ben', 'from ben']);
  const misled = [term('channel', 'Hall'), term('topic', 'elsewhere'), term('with', id('link'))];
  expect(await named(ada, ...misled)).toEqual(['plain', 'link']);
  const lost = [term('channel', 'Hall'), term('topic', 'noise'), term('with', id('others'))];
  expect(await named(ada, ...lost)).toEqual(['alert']);
  expect(await named(ada, term('dm', [ben.id]), term('with', 999_999))).toEqual(['to ben', 'from ben']);
  await expect(named(ada, term('channel', 'Hall'), term('with', id('others')))).rejects.toMatchObject({
    code: 'BAD_NARROW',
  });
});

test('stop words do not count beside others, and quoted phrases match in order', async () => {
  const search = (text: string) => named(ada, term('search', text));
  await add(
    'quoted',
    ada.connection
      .call(sendMessage, { type: 'direct', to: [ada.id], content: '100%_sure (to be or not)' })
      .then(({ id }) => id),
  );
  expect(await search('there is the fire')).toEqual(['alert']);
  expect(await search('"there is fire"')).toEqual(['alert']);
  expect(await search('"fire there"')).toEqual([]);
  expect(await search('the fire')).toEqual(await search('fire'));
  expect(await search('the')).toEqual(['alert', 'empty']);
  expect(await search('"to be or not"')).toEqual(['quoted']);
  expect(await search('"100%_SURE"')).toEqual(['quoted']);
  expect(await search('"100, sure"')).toEqual(['quoted']);
  expect(await search('"sure 100"')).toEqual([]);
  for (const text of ["'", 'fire & ! | <->', 'fi:*', '\\', '"', '""', '((', "a' | 'b", 'fire:A'])
    expect(Array.isArray(await search(text))).toBe(true);
  expect(await search('fi:*')).toEqual([]);
});
