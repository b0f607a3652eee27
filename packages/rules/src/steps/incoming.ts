import { items, success, type Item } from '../expect.ts';
import { room, type Room } from './channels.ts';
import type { User } from '../ground.ts';
import type { Answer, Request } from '../wire.ts';
import type { Bot, World } from '../world.ts';

const INCOMING_WEBHOOK = 2;

/** A webhook, its owner, and a channel to which the owner is subscribed. */
export type Hook = { readonly owner: User; readonly bot: Bot; readonly place: Room };

export async function hook(w: World): Promise<Hook> {
  const owner = await w.user();
  return { owner, bot: await w.bot(owner, { type: INCOMING_WEBHOOK }), place: await room(w, owner) };
}

export type Delivery = Pick<Request, 'headers' | 'host' | 'url'> & {
  /** Sent as JSON unless it is a text. */
  readonly payload?: unknown;
  readonly query?: Item;
  readonly type?: string;
};

/** Sends a payload to a webhook; to its channel unless the query says otherwise. */
export function deliver(
  w: World,
  { bot, place }: Hook,
  integration: string,
  { payload = {}, query = {}, type = 'application/json', headers = {}, ...request }: Delivery = {},
): Promise<Answer> {
  return w.ask('POST', `/external/${integration}`, {
    ...request,
    query: { api_key: bot.key, stream: place.name, ...query },
    raw: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': type, ...headers },
  });
}

/** The messages that a webhook's owner can read, oldest first; their content is Markdown. */
export async function messagesOf(w: World, { owner }: Pick<Hook, 'owner'>): Promise<readonly Item[]> {
  const query = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
  return items(
    success(
      await w.ask('GET', '/messages', { as: owner, query: { ...query, allow_empty_topic_name: true } }),
    ),
    'messages',
  );
}

/** Topic and content of the messages that a webhook posted, oldest first. */
export async function posted(w: World, of: Hook): Promise<readonly { topic: string; content: string }[]> {
  return (await messagesOf(w, of))
    .filter(({ sender_id }) => sender_id === of.bot.id)
    .map(({ subject, content }) => ({ topic: String(subject), content: String(content) }));
}

/** The notices that the server sent to the owner of a webhook. */
export async function hints(w: World, of: Pick<Hook, 'owner' | 'bot'>): Promise<readonly Item[]> {
  return (await messagesOf(w, of)).filter(
    ({ sender_id, type, content }) =>
      type === 'private' && sender_id !== of.bot.id && String(content).includes(of.bot.name),
  );
}
