import type { RawBuilder } from 'kysely';
import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import { sql } from '../../../engine/db/sql.ts';
import { eventRow } from '../../../engine/log/entry.ts';
import type { Addressed, OutgoingMessage } from './outgoing-message.ts';

/*
 * The parameters of the SQL functions that store messages (`send_messages`, `begin_messages`, `finish_messages`). Each
 * is a list, by name, type of its elements, and element of a row.
 */

type Batch = readonly Addressed[];
type ElementType = 'bigint' | 'text' | 'boolean' | 'integer' | 'smallint' | 'float8' | 'bytea';
type Column<Row> = readonly [name: string, type: ElementType, get: (row: Row) => unknown];

/** Columns over the same rows. */
export type Columns = {
  readonly lists: readonly { readonly name: string; readonly type: ElementType }[];
  readonly valuesOf: (batch: Batch) => unknown[];
};

const PLACE_COLUMNS = columnsOver(
  (batch) => batch,
  [
    ['realms', 'bigint', ({ realmId }) => realmId],
    ['homes', 'bigint', ({ outgoing }) => outgoing.homeId],
    ['channels', 'bigint', ({ outgoing }) => outgoing.channelId],
  ],
);

const AUDIENCE_COLUMNS = columnsOver(messagesOf, [['publics', 'boolean', isForListeners]]);

/** `read_at`, `flag_at` and `key_at` are indexes of messages, from 1. */
const READER_COLUMNS = columnsOver(readersOf, [
  ['read_at', 'integer', ({ at }) => at],
  ['read_user', 'bigint', ({ userId }) => userId],
]);

const LOG_COLUMNS = columnsOver(
  (batch) => batch.map(({ outgoing: { audience, event } }) => eventRow(audience, event)),
  [
    ['audiences', 'text', ({ audience }) => audience],
    ['events', 'text', ({ event }) => event],
  ],
);

const CONTENT_COLUMNS = columnsOver(messagesOf, [
  ['access_versions', 'bigint', ({ accessVersion }) => accessVersion],
  ['senders', 'bigint', ({ senderId }) => senderId],
  ['topics', 'text', ({ topic }) => topic],
  ['contents', 'text', ({ content }) => content],
  ['rendereds', 'text', ({ rendered }) => rendered],
  ['clients', 'text', ({ client }) => client],
  ['times', 'float8', ({ sentAt }) => sentAt / 1000],
  ['all_message_flags', 'smallint', ({ messageFlags }) => messageFlags],
]);

const FLAG_COLUMNS = columnsOver(flaggedUsersOf, [
  ['flag_at', 'integer', ({ at }) => at],
  ['flag_user', 'bigint', ({ userId }) => userId],
  ['flag_bits', 'smallint', ({ flags }) => flags],
]);

const KEY_COLUMNS = columnsOver(keysOf, [
  ['key_at', 'integer', ({ at }) => at],
  ['keys', 'bytea', ({ key }) => key],
  ['hashes', 'bytea', ({ hash }) => hash],
  ['policies', 'smallint', ({ policy }) => policy],
]);

export const BEGIN_COLUMNS: readonly Columns[] = [PLACE_COLUMNS, AUDIENCE_COLUMNS, READER_COLUMNS];
export const FINISH_COLUMNS: readonly Columns[] = [PLACE_COLUMNS, CONTENT_COLUMNS, FLAG_COLUMNS, KEY_COLUMNS];
const SEND_COLUMNS: readonly Columns[] = [
  PLACE_COLUMNS,
  AUDIENCE_COLUMNS,
  READER_COLUMNS,
  LOG_COLUMNS,
  CONTENT_COLUMNS,
  FLAG_COLUMNS,
  KEY_COLUMNS,
];

/** The statement that stores a batch; `sendValues` are its parameters. */
export const SEND_STATEMENT = `select send_messages(${SEND_COLUMNS.flatMap(({ lists }) => lists)
  .map(({ name }, index) => `${name} => $${index + 1}`)
  .join(', ')}) as ids`;

export function sendValues(batch: Batch): unknown[] {
  return SEND_COLUMNS.flatMap((columns) => columns.valuesOf(batch));
}

/** The named arguments of a function for one message, as part of a statement. */
export function argumentsOf(columns: readonly Columns[], message: Addressed): RawBuilder<unknown> {
  return sql.join(
    columns.flatMap(({ lists, valuesOf }) => {
      const values = valuesOf([message]);
      return lists.map(
        ({ name, type }, index) => sql`${sql.raw(name)} => ${values[index]}::${sql.raw(type)}[]`,
      );
    }),
  );
}

function columnsOver<Row>(
  rowsOf: (batch: Batch) => readonly Row[],
  columns: readonly Column<Row>[],
): Columns {
  return {
    lists: columns.map(([name, type]) => ({ name, type })),
    valuesOf: (batch) => {
      const rows = rowsOf(batch);
      return columns.map(([, type, get]) =>
        encode(
          type,
          rows.map((row) => get(row)),
        ),
      );
    },
  };
}

function encode(type: ElementType, values: unknown[]): unknown {
  if (type === 'bigint') return bigintList(values as (number | null | undefined)[]);
  return type === 'text' ? textList(values as string[]) : values;
}

function messagesOf(batch: Batch): OutgoingMessage[] {
  return batch.map(({ outgoing }) => outgoing);
}

/** Whether listeners to all public channels receive the message and no version check covers that the channel is public. */
function isForListeners({ audience, accessVersion }: OutgoingMessage): boolean {
  return (
    accessVersion === undefined &&
    audience.kind === 'union' &&
    audience.of.some(({ kind }) => kind === 'listeners')
  );
}

function readersOf(batch: Batch): { at: number; userId: number }[] {
  return batch.flatMap(({ outgoing }, index) =>
    (outgoing.event.read ?? []).map((userId) => ({ at: index + 1, userId })),
  );
}

function flaggedUsersOf(batch: Batch): { at: number; userId: number; flags: number }[] {
  return batch.flatMap(({ outgoing }, index) =>
    outgoing.userFlags.map(({ userId, flags }) => ({ at: index + 1, userId, flags })),
  );
}

function keysOf(batch: Batch): { at: number; key: Buffer; hash: Buffer; policy: number }[] {
  return batch.flatMap(({ outgoing: { key, policy } }, index) =>
    key === undefined ? [] : [{ at: index + 1, key: key.key, hash: key.hash, policy }],
  );
}
