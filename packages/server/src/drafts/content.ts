import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../problem.ts';

const CUT_MESSAGE = '\n[message truncated]';
const CUT_TOPIC = '...';

/** The parts of a draft that need no look at the database, ready to be stored. */
export type CheckedDraft = {
  readonly type: DraftInput['type'];
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly editedAt: Date;
};

export const checkDraft = (input: DraftInput, now: number): CheckedDraft => {
  const content = input.content.trim();
  if (content === '') throw badRequest('A draft must not be empty.');
  refuseNull(content);
  const isChannel = input.type === 'stream';
  if (isChannel) refuseNull(input.topic);
  if (isChannel && input.to.length !== 1) throw badRequest('A channel draft names exactly one channel.');
  const addressed = isChannel || (input.type === 'private' && input.to.length > 0);
  return {
    type: addressed ? input.type : '',
    to: addressed ? [...new Set(input.to)] : [],
    topic: isChannel ? shorten(input.topic, limits.topicLength, CUT_TOPIC) : '',
    content: shorten(content, limits.messageLength, CUT_MESSAGE),
    editedAt: editTime(input.timestamp, now),
  };
};

const refuseNull = (text: string): void => {
  if (text.includes('\0')) throw badRequest('A draft must not hold null characters.');
};

/** Cuts what is too long and says so at the end. Lengths are in code points. */
export const shorten = (text: string, most: number, mark: string): string =>
  lengthOf(text) <= most
    ? text
    : Array.from(text)
        .slice(0, most - lengthOf(mark))
        .join('') + mark;

/** Beyond the year 9999 PostgreSQL and JavaScript begin to disagree about dates. */
const LAST_SECOND = 253_402_300_799;

const editTime = (timestamp: number | null | undefined, now: number): Date => {
  if (timestamp === null || timestamp === undefined) return new Date(now);
  if (timestamp < 0 || timestamp > LAST_SECOND) throw badRequest('The timestamp of the draft is not a time.');
  return new Date(timestamp * 1000);
};
