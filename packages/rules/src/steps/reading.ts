import { room, type Room } from './channels.ts';
import { items, numberAt, success, type Item } from '../expect.ts';
import type { User } from '../ground.ts';
import { during } from './common.ts';
import type { Answer } from '../wire.ts';
import type { World } from '../world.ts';

/** Nobody has a message with this id. */
export const UNKNOWN = 999_999_999;

export async function post(
  w: World,
  as: User,
  { id }: Room,
  topic = 'topic',
  content = 'something',
): Promise<number> {
  return numberAt(
    success(await w.ask('POST', '/messages', { as, form: { type: 'channel', to: id, topic, content } })),
    'id',
  );
}

export async function write(
  w: World,
  as: User,
  to: readonly { id: number }[],
  content = 'something',
): Promise<number> {
  const form = { type: 'direct', to: to.map(({ id }) => id), content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
}

export function flag(
  w: World,
  as: User,
  op: string,
  name: string,
  messages: readonly number[],
): Promise<Answer> {
  return w.ask('POST', '/messages/flags', { as, form: { op, flag: name, messages } });
}

export async function flagsOf(w: World, as: User, id: number): Promise<readonly string[]> {
  const query = { message_ids: [id] };
  const [message] = items(success(await w.ask('GET', '/messages', { as, query })), 'messages');
  return (message?.['flags'] ?? ['not found']) as string[];
}

export function flagEvents(w: World, as: User, act: () => Promise<unknown>): Promise<readonly Item[]> {
  return during(w, as, ['update_message_flags'], act);
}

export function flagged(op: 'add' | 'remove', name: string, messages: readonly number[], all = false): Item {
  return {
    type: 'update_message_flags',
    op,
    operation: op,
    flag: name,
    messages,
    all,
  };
}

/** A reader, a sender, and a channel with both. */
export async function talk(w: World): Promise<{ reader: User; writer: User; place: Room }> {
  const [reader, writer] = [await w.user(), await w.user()];
  return { reader, writer, place: await room(w, writer, { others: [reader] }) };
}

/** The unread messages in a registration. */
export async function unreadOf(w: World, as: User, capabilities: Item = {}): Promise<Item> {
  const form = {
    fetch_event_types: ['message', 'update_message_flags'],
    event_types: [],
    client_capabilities: { notification_settings_null: true, ...capabilities },
  };
  return success(await w.ask('POST', '/register', { as, form })).at('unread_msgs') as Item;
}
