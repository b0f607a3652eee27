import { items, numberAt, same, success, type Item } from '../expect.ts';
import type { User } from '../ground.ts';
import { withoutId } from './common.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { Queue, World } from '../world.ts';

export type Room = { readonly id: number; readonly name: string };
export type RoomOptions = {
  readonly others?: readonly { id: number }[];
  readonly invite_only?: boolean;
  readonly history_public_to_subscribers?: boolean;
  readonly is_web_public?: boolean;
};

/** A new channel with a subscriber, optionally with others, and private on request. */
export async function room(
  w: World,
  as: User,
  { others = [], ...settings }: RoomOptions = {},
): Promise<Room> {
  const name = w.unique('Room ');
  const principals = [as.id, ...others.map(({ id }) => id)];
  const form = { subscriptions: [{ name }], principals, send_new_subscription_messages: false, ...settings };
  success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
  const found = await w.ask('GET', '/get_stream_id', { as, query: { stream: name } });
  return { id: numberAt(success(found), 'stream_id'), name };
}

export function leave(w: World, as: Credentials, { name }: Room): Promise<Answer> {
  return w.ask('DELETE', '/users/me/subscriptions', { as, form: { subscriptions: [name] } });
}

export async function subscriptions(w: World, as: Credentials, query: Item = {}): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/users/me/subscriptions', { as, query })), 'subscriptions');
}

export async function subscriptionIn(w: World, as: Credentials, { id }: Room): Promise<Item> {
  return (await subscriptions(w, as)).find((one) => one['stream_id'] === id) ?? {};
}

/** A channel with one user of each relation to it, all of them listening. */
export type Neighbourhood = {
  readonly place: Room;
  readonly actor: User;
  /** Events that each user has received since the last call, without `id`. */
  readonly heard: () => Promise<Readonly<Record<Onlooker, readonly Item[]>>>;
};
type Onlooker = 'actor' | 'subscriber' | 'guest' | 'outsider' | 'administrator';

export async function neighbourhood(w: World, event_types: readonly string[]): Promise<Neighbourhood> {
  const users = {
    actor: await w.user(),
    subscriber: await w.user(),
    guest: await w.user({ role: 600 }),
    outsider: await w.user(),
    administrator: await w.user({ role: 200 }),
  };
  const place = await room(w, users.actor, { others: [users.subscriber, users.guest] });
  const queues: [string, Queue][] = [];
  for (const [who, user] of Object.entries(users))
    queues.push([who, await w.listen(user, { event_types, fetch_event_types: [] })]);
  return {
    place,
    actor: users.actor,
    heard: async () => {
      const lists: [string, readonly Item[]][] = [];
      for (const [who, queue] of queues) lists.push([who, (await queue.events()).map(withoutId)]);
      return Object.fromEntries(lists) as Record<Onlooker, readonly Item[]>;
    },
  };
}

/** The actor heard these events, and nobody else anything. */
export async function onlyActorHeard({ heard }: Neighbourhood, expected: readonly Item[]): Promise<void> {
  same(
    await heard(),
    { actor: expected, subscriber: [], guest: [], outsider: [], administrator: [] },
    'the events of everybody',
  );
}
