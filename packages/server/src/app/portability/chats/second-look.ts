import { messageFlagsOf } from '../../../chat/messages/flags.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { inGroups } from '../lines.ts';
import type { ComposedText, Composer, LinkedMessage } from './compose.ts';
import type { ImportedMessage } from './form.ts';
import type { Homes } from './homes.ts';
import { findImported } from './imported.ts';
import type { ImportedAccount } from './people.ts';
import { writePatiently } from './write-patiently.ts';
import { createReceipts, type HiddenMessage, type Receipts } from './receipts.ts';

const GROUP = 500;

type Look = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
  readonly homes: Homes;
  /** A composer for texts with links to these messages. */
  readonly composerFor: (messages: ReadonlyMap<string, LinkedMessage>) => Composer;
};

/** Whether a message is looked at again when all are written, because it depends on others. */
export function needsSecondLook({ text, receivedBy }: ImportedMessage): boolean {
  return receivedBy !== undefined || text.some((piece) => typeof piece === 'object' && 'message' in piece);
}

/** Links to messages get their new addresses. Returns what people received of channels with a hidden history. */
export async function lookAgain(look: Look, messages: AsyncIterable<ImportedMessage>): Promise<Receipts> {
  const { world, realmId, origin, accounts } = look;
  const receipts = createReceipts();
  for await (const group of inGroups(messages, GROUP)) {
    const keys = group.flatMap(({ key }) => [key, `${key} (2)`]);
    const ids = await findImported(world.pool, realmId, origin, 'message', keys);
    const hidden = await hiddenMessages(world.pool, realmId, [...ids.values()]);
    for (const { key, receivedBy } of group) {
      const at = hidden.get(ids.get(key) ?? 0);
      if (receivedBy === undefined || at === undefined) continue;
      const users = receivedBy.flatMap((person) => accounts.get(person)?.id ?? []);
      receipts.add(at.home, at, new Set(users));
    }
    // Messages of several parts keep the old addresses: their parts could change.
    await rewrite(
      look,
      group.filter(({ key }) => hidden.has(ids.get(key) ?? 0) && !ids.has(`${key} (2)`)),
      ids,
    );
  }
  return receipts;
}

/** Messages in conversations that are not open yet; others may have been edited since. */
async function hiddenMessages(
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, HiddenMessage>> {
  const rows = await reader.all(sql<HiddenMessage>`
    select m.id, m.home_id as home, m.ordinal from message m
    join import_home h on h.realm_id = m.realm_id and h.conversation_id = m.home_id
    where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

type Rewritten = { readonly id: number } & Pick<ComposedText, 'content' | 'rendered'>;

async function rewrite(
  look: Look,
  messages: readonly ImportedMessage[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const linked = await linkedMessages(look, messages);
  if (linked.size === 0) return;
  const composer = look.composerFor(linked);
  const rows: Rewritten[] = [];
  for (const { key, sender, place, text, files } of messages) {
    if (!text.some((piece) => typeof piece === 'object' && 'message' in piece)) continue;
    const channel = 'channel' in place ? place.channel : undefined;
    const author = { key: sender, id: look.accounts.get(sender)?.id ?? 0, channel };
    const [whole, ...rest] = await composer.compose(author, text, files ?? []);
    if (whole !== undefined && rest.length === 0) rows.push({ id: ids.get(key) ?? 0, ...whole });
  }
  await writePatiently(look.world, look.realmId, (tx) =>
    tx.all(sql`
      update message m set content = r.content, rendered = r.rendered, message_flags = r.flags
      from unnest(
        ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ content }) => content)}::text[],
        ${rows.map(({ rendered }) => rendered.html)}::text[],
        ${rows.map(({ rendered }) => messageFlagsOf(rendered))}::smallint[]
      ) as r (id, content, rendered, flags)
      where m.realm_id = ${look.realmId} and m.id = r.id`),
  );
}

async function linkedMessages(
  { world, realmId, origin, homes }: Look,
  messages: readonly ImportedMessage[],
): Promise<Map<string, LinkedMessage>> {
  const wanted = messages.flatMap(({ text }) =>
    text.flatMap((piece) => (typeof piece === 'object' && 'message' in piece ? [piece.message] : [])),
  );
  const ids = await findImported(world.pool, realmId, origin, 'message', [...new Set(wanted)]);
  const rows = await world.pool.all(sql<
    Omit<LinkedMessage, 'channelId'> & { home: number; channel: number | null }
  >`
    select m.id, m.home_id as home, m.channel_id as channel, m.topic, coalesce(v.users, '{}') as users
    from message m join conversation v on v.realm_id = m.realm_id and v.id = m.conversation_id
    where m.realm_id = ${realmId} and m.id = any(${[...ids.values()]}::bigint[])`);
  const byHome = new Map(homes.all().map((home) => [home.conversationId, home]));
  const byId = new Map(
    rows.map(({ id, home, channel, topic, users }) => {
      const place = byHome.get(home);
      const channelId = place?.targetId ?? channel ?? undefined;
      return [id, { id, channelId, topic, users: place?.users ?? users }];
    }),
  );
  return new Map(
    [...ids].flatMap(([key, id]) => (byId.has(id) ? [[key, byId.get(id)] as const] : [])) as [
      string,
      LinkedMessage,
    ][],
  );
}
