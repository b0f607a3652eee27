import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { RawBuilder } from 'kysely';
import type { Audience } from '../../../engine/log/audience.ts';
import type { SentMessage } from '../../../engine/log/logged-event.ts';

/** A message that is ready to be stored: nothing of it has to be looked up any more. */
export type OutgoingMessage = {
  readonly audience: Audience;
  readonly event: SentMessage;
  readonly senderId: number;
  /** The conversation to which it goes. */
  readonly homeId: number;
  readonly channelId: number | null;
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
  /** The text to be searched, without the topic. */
  readonly words: string;
  readonly client: string;
  /** Milliseconds. */
  readonly sentAt: number;
  readonly traits: number;
  /** Paths of files to which it refers. Such a message is stored by a transaction of its own. */
  readonly files?: readonly string[];
  /** Facts about readers; only who receives the message is marked. */
  readonly marks: readonly { readonly userId: number; readonly flags: number }[];
  readonly key?: SendKey | undefined;
  /** What sending made of the sender's wish about the topic: 0 if nothing. */
  readonly policy: 0 | 2 | 3;
  /** The number of the rules by which it was allowed; it is refused when they are others by then. */
  readonly rules?: number | undefined;
};

export function hasFiles({ files = [] }: Pick<OutgoingMessage, 'files'>): boolean {
  return files.length > 0;
}

/** What the sender calls this send, and what was sent under that name. */
export type SendKey = { readonly key: Buffer; readonly hash: Buffer };

/** Whether those who listen to all public channels are to hear of it, and no rule says that they may. */
export function isForListeners({ audience, rules }: Pick<OutgoingMessage, 'audience' | 'rules'>): boolean {
  return (
    rules === undefined && audience.kind === 'union' && audience.of.some(({ kind }) => kind === 'listeners')
  );
}

/** For whom which of the letters are read from the start, as the functions of the database take it. */
export function readFromStart(outgoingMessages: readonly OutgoingMessage[]): [at: number[], user: number[]] {
  const readers = outgoingMessages.flatMap(({ event }, at) =>
    (event.read ?? []).map((id) => ({ at: at + 1, id })),
  );
  return [readers.map(({ at }) => at), readers.map(({ id }) => id)];
}

/** The lists that the functions of the database take, from `senders` on. */
export function columnsOf(outgoingMessages: readonly OutgoingMessage[]): unknown[] {
  const marks = outgoingMessages.flatMap((outgoing, at) =>
    outgoing.marks.map((mark) => ({ at: at + 1, ...mark })),
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
    outgoingMessages.map((outgoing) => outgoing.traits),
    marks.map((mark) => mark.at),
    marks.map((mark) => mark.userId),
    marks.map((mark) => mark.flags),
    keyed.map((one) => one.at),
    keyed.map((one) => one.key),
    keyed.map((one) => one.hash),
    keyed.map((one) => one.policy),
  ];
}

const TYPES = [
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

/** The same lists for a statement that is built. */
export function builtColumns(outgoingMessages: readonly OutgoingMessage[]): RawBuilder<unknown> {
  return sql.join(
    columnsOf(outgoingMessages).map(
      (column, context) => sql`${column}::${sql.raw(TYPES[context] ?? 'text[]')}`,
    ),
  );
}
