import { items, numberAt, success, type Item } from '../expect.ts';
import type { Credentials } from '../wire.ts';
import type { World } from '../world.ts';

/** Asks to send something to a channel, unless the form says otherwise. */
export function send(w: World, as: Credentials, form: Item, headers: Readonly<Record<string, string>> = {}) {
  return w.ask('POST', '/messages', {
    as,
    headers,
    form: { topic: 't', content: 'hi', type: 'channel', ...form },
  });
}

export async function sent(w: World, as: Credentials, form: Item): Promise<number> {
  return numberAt(success(await send(w, as, form)), 'id');
}

/** A message as a user reads it. */
export async function seen(w: World, as: Credentials, id: number, query: Item = {}): Promise<Item> {
  return success(
    await w.ask('GET', `/messages/${id}`, { as, query: { apply_markdown: false, ...query } }),
  ).at('message') as Item;
}

/** The texts of a bot in the newest messages of a narrow, oldest first. */
export async function saidBy(
  w: World,
  as: Credentials,
  bot: number,
  narrow: readonly Item[],
): Promise<readonly string[]> {
  const query = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false, narrow };
  const found = items(success(await w.ask('GET', '/messages', { as, query })), 'messages');
  return found.filter(({ sender_id }) => sender_id === bot).map(({ content }) => String(content));
}
