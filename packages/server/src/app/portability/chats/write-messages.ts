import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import type { RenderResult } from '@parley/markdown';
import { messageFlagsOf, USER_FLAGS } from '../../../chat/messages/flags.ts';
import type { StoredEmoji } from './emoji.ts';
import type { KeptFile } from './files.ts';
import type { ImportedMessage, Reaction } from './form.ts';
import type { ImportHome } from './homes.ts';
import type { ImportedAccount } from './people.ts';

/** A message as it is written. */
export type MessageToWrite = {
  readonly key: string;
  readonly message: ImportedMessage;
  readonly sender: number;
  readonly home: ImportHome;
  readonly topic: string;
  readonly content: string;
  readonly rendered: RenderResult;
  readonly files: readonly KeptFile[];
  readonly edits: readonly EditRow[];
  /** Reactions and flags belong to the first part of a long message. */
  readonly isFirst: boolean;
};

export type EditRow = {
  readonly by: number | null;
  readonly at: number;
  readonly content: string | null;
  readonly rendered: string | null;
  readonly topic: string | null;
  readonly newTopic: string | null;
};

export type Writing = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly importId: number;
  readonly client: string;
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
  readonly emoji: StoredEmoji;
};

/** The time as clients show it: no message is from before 1970 or from the future. */
function shownTime(at: number, now: number): number {
  return Math.min(Math.max(Number.isFinite(at) ? at : 0, 0), now);
}

/** Writes messages; returns the index of the first entry. Their ids are positions of the log, as of any message. */
export async function addImportedMessages(
  tx: Tx,
  writing: Writing,
  rows: readonly MessageToWrite[],
): Promise<number> {
  const { realmId } = tx;
  const homes = rows.map(({ home }) => home.conversationId);
  const row = await tx.first(sql<{ ordinals: number[] }>`
    select reserve_ordinals(
      ${bigintList(rows.map(() => realmId))}::bigint[], ${bigintList(homes)}::bigint[]) as ordinals`);
  const first = tx.notify({ notice: 'imported' });
  for (let n = 1; n < rows.length; n += 1) tx.notify({ notice: 'imported' });
  const values = valuesOf(writing, rows, row?.ordinals ?? []);
  tx.atPosition(
    (position) => sql`
      select import_messages(${realmId}, ${position(first)} - 1, ${writing.origin}, ${writing.importId}, ${writing.client}, ${sql.join(values)})`,
  );
  return first;
}

/** The lists of `import_messages` in its order. */
function valuesOf(writing: Writing, rows: readonly MessageToWrite[], ordinals: readonly number[]) {
  const now = writing.world.clock.now();
  const reactions = rows.flatMap((row, n) => (row.isFirst ? reactionsOf(writing, row, n + 1) : []));
  const flags = rows.flatMap((row, n) => flagsOf(writing, row, n + 1));
  const unread = rows.flatMap(({ message, isFirst }, n) =>
    isFirst ? idsOf(writing, message.unreadBy).map((user) => ({ at: n + 1, user })) : [],
  );
  const edits = rows.flatMap((row, n) => row.edits.map((edit) => ({ place: n + 1, ...edit })));
  const files = rows.flatMap((row, n) => row.files.map(({ id }) => ({ at: n + 1, id })));
  return [
    texts(rows.map(({ key }) => key)),
    ids(ordinals),
    ids(rows.map(({ sender }) => sender)),
    ids(rows.map(({ home }) => home.conversationId)),
    ids(rows.map(({ home }) => home.channelId)),
    texts(rows.map(({ topic }) => topic)),
    texts(rows.map(({ content }) => content)),
    texts(rows.map(({ rendered }) => rendered.html)),
    sql`${rows.map(({ message }) => shownTime(message.at, now) / 1000)}::float8[]`,
    sql`${rows.map(({ message }) => (message.editedAt === undefined ? null : shownTime(message.editedAt, now) / 1000))}::float8[]`,
    sql`${rows.map(({ rendered }) => messageFlagsOf(rendered))}::smallint[]`,
    places(reactions),
    ids(reactions.map(({ user }) => user)),
    texts(reactions.map(({ type }) => type)),
    texts(reactions.map(({ code }) => code)),
    texts(reactions.map(({ name }) => name)),
    places(flags),
    ids(flags.map(({ user }) => user)),
    sql`${flags.map(({ bits }) => bits)}::smallint[]`,
    places(unread),
    ids(unread.map(({ user }) => user)),
    sql`${edits.map(({ place }) => place)}::integer[]`,
    ids(edits.map(({ by }) => by)),
    sql`${edits.map(({ at }) => shownTime(at, now) / 1000)}::float8[]`,
    sql`${edits.map(({ content }) => content)}::text[]`,
    sql`${edits.map(({ rendered }) => rendered)}::text[]`,
    sql`${edits.map(({ topic }) => topic)}::text[]`,
    sql`${edits.map(({ newTopic }) => newTopic)}::text[]`,
    places(files),
    ids(files.map(({ id }) => id)),
  ];
}

function texts(values: readonly string[]) {
  return sql`${textList(values)}::text[]`;
}

function ids(values: readonly (number | null | undefined)[]) {
  return sql`${bigintList(values)}::bigint[]`;
}

function places(values: readonly { readonly at: number }[]) {
  return sql`${values.map(({ at }) => at)}::integer[]`;
}

function idsOf({ accounts }: Writing, keys: readonly string[] = []): number[] {
  return [...new Set(keys.flatMap((key) => accounts.get(key)?.id ?? []))];
}

export type ReactionRow = {
  readonly at: number;
  readonly user: number;
  readonly type: string;
  readonly code: string;
  readonly name: string;
};

function reactionsOf(writing: Writing, { message }: MessageToWrite, at: number): ReactionRow[] {
  return (message.reactions ?? []).flatMap((reaction) => reactionRow(writing, reaction, at) ?? []);
}

export function reactionRow(
  { accounts, emoji }: Pick<Writing, 'accounts' | 'emoji'>,
  reaction: Reaction,
  at: number,
): ReactionRow | undefined {
  const user = accounts.get(reaction.person)?.id;
  const found = emoji.find(reaction.emoji);
  return user === undefined || found === undefined ? undefined : { at, user, ...found };
}

/** Mentions that readers had, and stars. */
function flagsOf(writing: Writing, { message, rendered, isFirst, home }: MessageToWrite, at: number) {
  const mentioned = new Set([...rendered.mentions.users, ...idsOf(writing, message.mentioned)]);
  const flag = (user: number, bits: number) => ({ at, user, bits });
  const readers = mentioned.size === 0 ? undefined : readersOf(writing, home);
  return [
    ...[...mentioned].filter((id) => readers?.has(id)).map((id) => flag(id, USER_FLAGS.mentioned)),
    ...(isFirst ? idsOf(writing, message.starredBy).map((id) => flag(id, USER_FLAGS.starred)) : []),
  ];
}

/** Users by home: channels have thousands of members, and a list of them for each message costs more than the message. */
const readersOfHomes = new WeakMap<ImportHome, ReadonlySet<number>>();

function readersOf(writing: Writing, home: ImportHome): ReadonlySet<number> {
  const known = readersOfHomes.get(home);
  if (known !== undefined) return known;
  const people = home.channel?.members.map(({ person }) => person);
  const readers = new Set(people === undefined ? home.users : idsOf(writing, people));
  readersOfHomes.set(home, readers);
  return readers;
}
