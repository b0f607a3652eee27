import { room, type Room } from './channels.ts';
import { items, numberAt, success, type Item } from '../expect.ts';
import { listed, roleGroup } from './groups.ts';
import type { User } from '../ground.ts';
import { setRealm, withoutId } from './common.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { Queue, World } from '../world.ts';

export const UNKNOWN = 999_999_999;

/** Says something in a channel; answers the message's id. */
export async function post(
  w: World,
  as: Credentials,
  { id }: Pick<Room, 'id'>,
  topic = 't',
  content = 'something',
): Promise<number> {
  const form = { type: 'channel', to: id, topic, content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
}

/** Says something to users alone. */
export async function whisper(
  w: World,
  as: Credentials,
  to: readonly Pick<User, 'id'>[],
  content = 'psst',
): Promise<number> {
  const form = { type: 'direct', to: to.map(({ id }) => id), content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
}

export function change(w: World, as: Credentials, id: number, form: Item): Promise<Answer> {
  return w.ask('PATCH', `/messages/${id}`, { as, form });
}

/** A move without a notice, unless the form says otherwise. */
export function move(w: World, as: Credentials, id: number, form: Item): Promise<Answer> {
  return change(w, as, id, { send_notification_to_new_thread: false, ...form });
}

export function remove(w: World, as: Credentials, id: number): Promise<Answer> {
  return w.ask('DELETE', `/messages/${id}`, { as });
}

export function askHistory(w: World, as: Credentials, id: number, query: Item = {}): Promise<Answer> {
  return w.ask('GET', `/messages/${id}/history`, { as, query });
}

export async function history(w: World, as: Credentials, id: number, query: Item = {}) {
  return items(success(await askHistory(w, as, id, query)), 'message_history');
}

/** Where a message is, as its history says: the text and the topic. */
export async function stateOfMessage(w: World, as: Credentials, id: number): Promise<Item> {
  const last = (await history(w, as, id, { allow_empty_topic_name: true })).at(-1) ?? {};
  return { content: last['content'], topic: last['topic'] };
}

export async function topicOf(w: World, as: Credentials, id: number): Promise<unknown> {
  return (await stateOfMessage(w, as, id))['topic'];
}

export const BULK = {
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
};

type Onlooker = 'actor' | 'subscriber' | 'guest' | 'outsider' | 'administrator';
/** A channel with one user of each relation to it. */
export type Street = { readonly place: Room } & Readonly<Record<Onlooker, User>>;

export async function street(
  w: World,
  settings: { invite_only?: boolean; history_public_to_subscribers?: boolean } = {},
): Promise<Street> {
  const actor = await w.user();
  const subscriber = await w.user();
  const guest = await w.user({ role: 600 });
  const outsider = await w.user();
  const administrator = await w.user({ role: 200 });
  const place = await room(w, actor, { others: [subscriber, guest], ...settings });
  return { place, actor, subscriber, guest, outsider, administrator };
}

/** Events that all users of a channel receive during an action, without ids and times. */
export async function heardDuring(
  w: World,
  { place: _place, ...users }: Street,
  event_types: readonly string[],
  act: () => Promise<unknown>,
): Promise<Readonly<Record<Onlooker, readonly Item[]>>> {
  const queues: [string, Queue][] = [];
  for (const [who, user] of Object.entries(users))
    queues.push([who, await w.listen(user, { ...BULK, event_types, fetch_event_types: [] })]);
  await act();
  const lists: [string, readonly Item[]][] = [];
  for (const [who, queue] of queues) lists.push([who, (await queue.events()).map(bare)]);
  return Object.fromEntries(lists) as Record<Onlooker, readonly Item[]>;
}

function bare(event: Item): Item {
  const { edit_timestamp: _at, last_updated: _updated, ...rest } = withoutId(event);
  return rest;
}

/** The parts of some events that a rule is about. */
export function only(events: readonly Item[], ...names: readonly string[]): readonly Item[] {
  return events.map((event) =>
    Object.fromEntries(names.filter((name) => name in event).map((name) => [name, event[name]])),
  );
}

/** Gives a permission of the organization to some users, or to nobody. */
export async function permit(w: World, name: string, users: readonly User[], back: string): Promise<void> {
  const value = users.length === 0 ? await roleGroup(w, 'nobody') : listed(users.map(({ id }) => id));
  await setRealm(w, { [name]: { new: value } }, { [name]: { new: await roleGroup(w, back) } });
}

/** Gives a permission of a channel to some users. */
export async function permitIn(w: World, { id }: Room, name: string, users: readonly User[]): Promise<void> {
  const form = { [name]: { new: listed(users.map((user) => user.id)) } };
  success(await w.ask('PATCH', `/streams/${id}`, { as: await w.owner(), form }));
}

export async function archive(w: World, { id }: Room): Promise<void> {
  success(await w.ask('DELETE', `/streams/${id}`, { as: await w.owner() }));
}

/** The messages of the notification bot that a user receives during an action, as `topic: text`. */
export async function noticesDuring(
  w: World,
  as: Credentials,
  act: () => Promise<unknown>,
): Promise<readonly { topic: unknown; content: string; flags: unknown }[]> {
  const queue = await w.listen(as, { event_types: ['message'], fetch_event_types: [] });
  await act();
  return (await queue.events()).map(({ message, flags }) => {
    const { subject, content } = message as Item;
    return { topic: subject, content: String(content), flags };
  });
}
