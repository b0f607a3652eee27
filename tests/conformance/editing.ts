import { room, type Room } from './channels.ts';
import { items, numberAt, success, type Item } from './expect.ts';
import { listed, roleGroup } from './group-things.ts';
import type { Person } from './ground.ts';
import { setRealm, withoutId } from './things.ts';
import type { Answer, Credentials } from './wire.ts';
import type { Queue, World } from './world.ts';

export const UNKNOWN = 999_999_999;

/** Says something in a channel; answers the message's id. */
export const post = async (
  w: World,
  as: Credentials,
  { id }: Pick<Room, 'id'>,
  topic = 't',
  content = 'something',
): Promise<number> => {
  const form = { type: 'channel', to: id, topic, content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
};

/** Says something to people alone. */
export const whisper = async (
  w: World,
  as: Credentials,
  to: readonly Pick<Person, 'id'>[],
  content = 'psst',
): Promise<number> => {
  const form = { type: 'direct', to: to.map(({ id }) => id), content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
};

export const change = (w: World, as: Credentials, id: number, form: Item): Promise<Answer> =>
  w.ask('PATCH', `/messages/${id}`, { as, form });

/** A move without a notice, unless the form says otherwise. */
export const move = (w: World, as: Credentials, id: number, form: Item): Promise<Answer> =>
  change(w, as, id, { send_notification_to_new_thread: false, ...form });

export const remove = (w: World, as: Credentials, id: number): Promise<Answer> =>
  w.ask('DELETE', `/messages/${id}`, { as });

export const askHistory = (w: World, as: Credentials, id: number, query: Item = {}): Promise<Answer> =>
  w.ask('GET', `/messages/${id}/history`, { as, query });

export const history = async (w: World, as: Credentials, id: number, query: Item = {}) =>
  items(success(await askHistory(w, as, id, query)), 'message_history');

/** Where a message is, as its history says: the text and the topic. */
export const stateOfMessage = async (w: World, as: Credentials, id: number): Promise<Item> => {
  const last = (await history(w, as, id, { allow_empty_topic_name: true })).at(-1) ?? {};
  return { content: last['content'], topic: last['topic'] };
};

export const topicOf = async (w: World, as: Credentials, id: number): Promise<unknown> =>
  (await stateOfMessage(w, as, id))['topic'];

export const BULK = {
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
};

type Onlooker = 'actor' | 'subscriber' | 'guest' | 'outsider' | 'administrator';
/** A channel with one person of each relation to it. */
export type Street = { readonly place: Room } & Readonly<Record<Onlooker, Person>>;

export const street = async (
  w: World,
  settings: { invite_only?: boolean; history_public_to_subscribers?: boolean } = {},
): Promise<Street> => {
  const actor = await w.person();
  const subscriber = await w.person();
  const guest = await w.person({ role: 600 });
  const outsider = await w.person();
  const administrator = await w.person({ role: 200 });
  const place = await room(w, actor, { others: [subscriber, guest], ...settings });
  return { place, actor, subscriber, guest, outsider, administrator };
};

/** What everybody on the street hears while something happens, without numbers and times. */
export const heardDuring = async (
  w: World,
  { place: _place, ...people }: Street,
  event_types: readonly string[],
  act: () => Promise<unknown>,
): Promise<Readonly<Record<Onlooker, readonly Item[]>>> => {
  const queues: [string, Queue][] = [];
  for (const [who, person] of Object.entries(people))
    queues.push([who, await w.listen(person, { ...BULK, event_types, fetch_event_types: [] })]);
  await act();
  const lists: [string, readonly Item[]][] = [];
  for (const [who, queue] of queues) lists.push([who, (await queue.events()).map(bare)]);
  return Object.fromEntries(lists) as Record<Onlooker, readonly Item[]>;
};

const bare = (event: Item): Item => {
  const { edit_timestamp: _at, last_updated: _updated, ...rest } = withoutId(event);
  return rest;
};

/** The parts of some events that a rule is about. */
export const only = (events: readonly Item[], ...names: readonly string[]): readonly Item[] =>
  events.map((event) =>
    Object.fromEntries(names.filter((name) => name in event).map((name) => [name, event[name]])),
  );

/** Gives a permission of the organization to some people, or to nobody. */
export const permit = async (
  w: World,
  name: string,
  people: readonly Person[],
  back: string,
): Promise<void> => {
  const value = people.length === 0 ? await roleGroup(w, 'nobody') : listed(people.map(({ id }) => id));
  await setRealm(w, { [name]: { new: value } }, { [name]: { new: await roleGroup(w, back) } });
};

/** Gives a permission of a channel to some people. */
export const permitIn = async (
  w: World,
  { id }: Room,
  name: string,
  people: readonly Person[],
): Promise<void> => {
  const form = { [name]: { new: listed(people.map((person) => person.id)) } };
  success(await w.ask('PATCH', `/streams/${id}`, { as: await w.owner(), form }));
};

export const archive = async (w: World, { id }: Room): Promise<void> => {
  success(await w.ask('DELETE', `/streams/${id}`, { as: await w.owner() }));
};

/** The new messages of the notification bot that somebody hears of during something, as `topic: text`. */
export const noticesDuring = async (
  w: World,
  as: Credentials,
  act: () => Promise<unknown>,
): Promise<readonly { topic: unknown; content: string; flags: unknown }[]> => {
  const queue = await w.listen(as, { event_types: ['message'], fetch_event_types: [] });
  await act();
  return (await queue.events()).map(({ message, flags }) => {
    const { subject, content } = message as Item;
    return { topic: subject, content: String(content), flags };
  });
};
