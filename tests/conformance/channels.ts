import { items, numberAt, same, success, type Item } from './expect.ts';
import type { Person } from './ground.ts';
import { withoutId } from './things.ts';
import type { Answer, Credentials } from './wire.ts';
import type { Queue, World } from './world.ts';

export type Room = { readonly id: number; readonly name: string };
export type RoomWishes = {
  readonly others?: readonly { id: number }[];
  readonly invite_only?: boolean;
  readonly history_public_to_subscribers?: boolean;
  readonly is_web_public?: boolean;
};

/** A new channel with somebody in it, and perhaps others; private if that is wanted. */
export const room = async (
  w: World,
  as: Person,
  { others = [], ...settings }: RoomWishes = {},
): Promise<Room> => {
  const name = w.unique('Room ');
  const principals = [as.id, ...others.map(({ id }) => id)];
  const form = { subscriptions: [{ name }], principals, send_new_subscription_messages: false, ...settings };
  success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
  const found = await w.ask('GET', '/get_stream_id', { as, query: { stream: name } });
  return { id: numberAt(success(found), 'stream_id'), name };
};

export const leave = (w: World, as: Credentials, { name }: Room): Promise<Answer> =>
  w.ask('DELETE', '/users/me/subscriptions', { as, form: { subscriptions: [name] } });

export const subscriptions = async (w: World, as: Credentials, query: Item = {}): Promise<readonly Item[]> =>
  items(success(await w.ask('GET', '/users/me/subscriptions', { as, query })), 'subscriptions');

export const subscriptionIn = async (w: World, as: Credentials, { id }: Room): Promise<Item> =>
  (await subscriptions(w, as)).find((one) => one['stream_id'] === id) ?? {};

/** A channel with one person of each relation to it, all of them listening. */
export type Neighbourhood = {
  readonly place: Room;
  readonly actor: Person;
  /** What each has heard since the last time, without `id`. */
  readonly heard: () => Promise<Readonly<Record<Onlooker, readonly Item[]>>>;
};
type Onlooker = 'actor' | 'subscriber' | 'guest' | 'outsider' | 'administrator';

export const neighbourhood = async (w: World, event_types: readonly string[]): Promise<Neighbourhood> => {
  const people = {
    actor: await w.person(),
    subscriber: await w.person(),
    guest: await w.person({ role: 600 }),
    outsider: await w.person(),
    administrator: await w.person({ role: 200 }),
  };
  const place = await room(w, people.actor, { others: [people.subscriber, people.guest] });
  const queues: [string, Queue][] = [];
  for (const [who, person] of Object.entries(people))
    queues.push([who, await w.listen(person, { event_types, fetch_event_types: [] })]);
  return {
    place,
    actor: people.actor,
    heard: async () => {
      const lists: [string, readonly Item[]][] = [];
      for (const [who, queue] of queues) lists.push([who, (await queue.events()).map(withoutId)]);
      return Object.fromEntries(lists) as Record<Onlooker, readonly Item[]>;
    },
  };
};

/** The actor heard these events, and nobody else anything. */
export const onlyActorHeard = async ({ heard }: Neighbourhood, expected: readonly Item[]): Promise<void> => {
  same(
    await heard(),
    { actor: expected, subscriber: [], guest: [], outsider: [], administrator: [] },
    'the events of everybody',
  );
};
