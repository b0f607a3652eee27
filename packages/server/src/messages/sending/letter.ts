import { bigintList, textList } from '../../db/binary-list.ts';
import { sql } from '../../db/sql.ts';
import type { RawBuilder } from 'kysely';
import type { Audience } from '../../log/audience.ts';
import type { SentMessage } from '../../log/logged-event.ts';

/** A message that is ready to be stored: nothing of it has to be looked up any more. */
export type Letter = {
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
  readonly marks: readonly { readonly personId: number; readonly flags: number }[];
  readonly key?: SendKey | undefined;
  /** What sending made of the sender's wish about the topic: 0 if nothing. */
  readonly policy: 0 | 2 | 3;
  /** The number of the rules by which it was allowed; it is refused when they are others by then. */
  readonly rules?: number | undefined;
};

export const hasFiles = ({ files = [] }: Pick<Letter, 'files'>): boolean => files.length > 0;

/** What the sender calls this send, and what was sent under that name. */
export type SendKey = { readonly key: Buffer; readonly hash: Buffer };

/** Whether those who listen to all public channels are to hear of it, and no rule says that they may. */
export const isForListeners = ({ audience, rules }: Pick<Letter, 'audience' | 'rules'>): boolean =>
  rules === undefined && audience.kind === 'union' && audience.of.some(({ kind }) => kind === 'listeners');

/** For whom which of the letters are read from the start, as the functions of the database take it. */
export const readFromStart = (letters: readonly Letter[]): [at: number[], person: number[]] => {
  const readers = letters.flatMap(({ event }, at) => (event.read ?? []).map((id) => ({ at: at + 1, id })));
  return [readers.map(({ at }) => at), readers.map(({ id }) => id)];
};

/** The lists that the functions of the database take, from `senders` on. */
export const columnsOf = (letters: readonly Letter[]): unknown[] => {
  const marks = letters.flatMap((letter, at) => letter.marks.map((mark) => ({ at: at + 1, ...mark })));
  const keyed = letters.flatMap(({ key, policy }, at) =>
    key === undefined ? [] : [{ at: at + 1, policy, ...key }],
  );
  return [
    bigintList(letters.map((letter) => letter.senderId)),
    bigintList(letters.map((letter) => letter.homeId)),
    bigintList(letters.map((letter) => letter.channelId)),
    textList(letters.map((letter) => letter.topic)),
    textList(letters.map((letter) => letter.content)),
    textList(letters.map((letter) => letter.rendered)),
    textList(letters.map((letter) => letter.words)),
    textList(letters.map((letter) => letter.client)),
    letters.map((letter) => letter.sentAt / 1000),
    letters.map((letter) => letter.traits),
    marks.map((mark) => mark.at),
    marks.map((mark) => mark.personId),
    marks.map((mark) => mark.flags),
    keyed.map((one) => one.at),
    keyed.map((one) => one.key),
    keyed.map((one) => one.hash),
    keyed.map((one) => one.policy),
  ];
};

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
export const builtColumns = (letters: readonly Letter[]): RawBuilder<unknown> =>
  sql.join(columnsOf(letters).map((column, place) => sql`${column}::${sql.raw(TYPES[place] ?? 'text[]')}`));
