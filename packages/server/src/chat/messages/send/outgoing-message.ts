import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { RawBuilder } from 'kysely';
import type { Audience } from '../../../engine/log/audience.ts';
import type { SendKey } from './send-key.ts';
import type { LoggedMessage } from '../../../engine/log/logged-event.ts';

/** A message that is ready to be stored without further lookups. */
export type OutgoingMessage = {
  readonly audience: Audience;
  readonly event: LoggedMessage;
  readonly senderId: number;
  /** The conversation to which the message is sent. */
  readonly homeId: number;
  readonly channelId: number | null;
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
  /** The text for the full-text search, without the topic. */
  readonly words: string;
  readonly client: string;
  /** Milliseconds. */
  readonly sentAt: number;
  readonly messageFlags: number;
  /** Paths of attached files. A message with files is stored in a separate transaction. */
  readonly files?: readonly string[];
  /** User flags; only receivers of the message get theirs. */
  readonly userFlags: readonly { readonly userId: number; readonly flags: number }[];
  readonly key?: SendKey | undefined;
  /** The sender's new visibility policy for the topic; 0 for no change. */
  readonly policy: 0 | 2 | 3;
  /** The version against which the message was checked; the commit fails if the version has changed. */
  readonly accessVersion?: number | undefined;
};

export type Addressed = { readonly realmId: number; readonly outgoing: OutgoingMessage };

/** Commits messages in one transaction and returns their ids. */
export type StoreMessages = (outgoingMessages: readonly Addressed[]) => Promise<readonly number[]>;

/** Takes messages and commits them, several at once; returns the id of each. */
export type Outbox = { send(realmId: number, outgoing: OutgoingMessage): Promise<number> };

export function hasFiles({ files = [] }: Pick<OutgoingMessage, 'files'>): boolean {
  return files.length > 0;
}

/** Whether listeners to all public channels receive the message and no version check covers that the channel is public. */
export function isForListeners({
  audience,
  accessVersion,
}: Pick<OutgoingMessage, 'audience' | 'accessVersion'>): boolean {
  return (
    accessVersion === undefined &&
    audience.kind === 'union' &&
    audience.of.some(({ kind }) => kind === 'listeners')
  );
}

/** Pairs of message index (from 1) and user for whom it is read from the start, as parameters of the database functions. */
export function readFromStart(outgoingMessages: readonly OutgoingMessage[]): [at: number[], user: number[]] {
  const readers = outgoingMessages.flatMap(({ event }, at) =>
    (event.read ?? []).map((id) => ({ at: at + 1, id })),
  );
  return [readers.map(({ at }) => at), readers.map(({ id }) => id)];
}

/** The list parameters of the database functions, from `senders` on. */
export function columnsOf(outgoingMessages: readonly OutgoingMessage[]): unknown[] {
  const userFlags = outgoingMessages.flatMap((outgoing, at) =>
    outgoing.userFlags.map((flag) => ({ at: at + 1, ...flag })),
  );
  const keyed = outgoingMessages.flatMap(({ key, policy }, at) =>
    key === undefined ? [] : [{ at: at + 1, policy, ...key }],
  );
  return [
    bigintList(outgoingMessages.map((outgoing) => outgoing.senderId)),
    bigintList(outgoingMessages.map((outgoing) => outgoing.homeId)),
    bigintList(outgoingMessages.map((outgoing) => outgoing.channelId)),
    textList(outgoingMessages.map((outgoing) => outgoing.topic)),
    textList(outgoingMessages.map((outgoing) => outgoing.content)),
    textList(outgoingMessages.map((outgoing) => outgoing.rendered)),
    textList(outgoingMessages.map((outgoing) => outgoing.words)),
    textList(outgoingMessages.map((outgoing) => outgoing.client)),
    outgoingMessages.map((outgoing) => outgoing.sentAt / 1000),
    outgoingMessages.map((outgoing) => outgoing.messageFlags),
    userFlags.map((flag) => flag.at),
    userFlags.map((flag) => flag.userId),
    userFlags.map((flag) => flag.flags),
    keyed.map((one) => one.at),
    keyed.map((one) => one.key),
    keyed.map((one) => one.hash),
    keyed.map((one) => one.policy),
  ];
}

const COLUMN_TYPES = [
  'bigint[]',
  'bigint[]',
  'bigint[]',
  'text[]',
  'text[]',
  'text[]',
  'text[]',
  'text[]',
  'float8[]',
  'smallint[]',
  'integer[]',
  'bigint[]',
  'smallint[]',
  'integer[]',
  'bytea[]',
  'bytea[]',
  'smallint[]',
];

/** The lists of `columnsOf` as typed SQL parameters. */
export function builtColumns(outgoingMessages: readonly OutgoingMessage[]): RawBuilder<unknown> {
  return sql.join(
    columnsOf(outgoingMessages).map(
      (column, index) => sql`${column}::${sql.raw(COLUMN_TYPES[index] ?? 'text[]')}`,
    ),
  );
}
