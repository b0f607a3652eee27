import { room, type Room } from './channels.ts';
import { items, numberAt, success, type Item } from './expect.ts';
import type { Person } from './ground.ts';
import { during } from './things.ts';
import type { Answer } from './wire.ts';
import type { World } from './world.ts';

/** Nobody has a message with this id. */
export const UNKNOWN = 999_999_999;

export const post = async (
  w: World,
  as: Person,
  { id }: Room,
  topic = 'topic',
  content = 'something',
): Promise<number> =>
  numberAt(
    success(await w.ask('POST', '/messages', { as, form: { type: 'channel', to: id, topic, content } })),
    'id',
  );

export const write = async (
  w: World,
  as: Person,
  to: readonly { id: number }[],
  content = 'something',
): Promise<number> => {
  const form = { type: 'direct', to: to.map(({ id }) => id), content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
};

export const flag = (
  w: World,
  as: Person,
  op: string,
  name: string,
  messages: readonly number[],
): Promise<Answer> => w.ask('POST', '/messages/flags', { as, form: { op, flag: name, messages } });

export const flagsOf = async (w: World, as: Person, id: number): Promise<readonly string[]> => {
  const query = { message_ids: [id] };
  const [message] = items(success(await w.ask('GET', '/messages', { as, query })), 'messages');
  return (message?.['flags'] ?? ['not found']) as string[];
};

export const flagEvents = (w: World, as: Person, act: () => Promise<unknown>): Promise<readonly Item[]> =>
  during(w, as, ['update_message_flags'], act);

export const flagged = (
  op: 'add' | 'remove',
  name: string,
  messages: readonly number[],
  all = false,
): Item => ({
  type: 'update_message_flags',
  op,
  operation: op,
  flag: name,
  messages,
  all,
});

/** A reader, somebody who writes to them, and a channel in which both are. */
export const talk = async (w: World): Promise<{ reader: Person; writer: Person; place: Room }> => {
  const [reader, writer] = [await w.person(), await w.person()];
  return { reader, writer, place: await room(w, writer, { others: [reader] }) };
};

/** What a registration tells of unread messages. */
export const unreadOf = async (w: World, as: Person, capabilities: Item = {}): Promise<Item> => {
  const form = {
    fetch_event_types: ['message', 'update_message_flags'],
    event_types: [],
    client_capabilities: { notification_settings_null: true, ...capabilities },
  };
  return success(await w.ask('POST', '/register', { as, form })).at('unread_msgs') as Item;
};
