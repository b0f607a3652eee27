import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { limits } from '@parley/contract/limits.ts';
import { shorten } from '../messages/text.ts';
import { badRequest } from '../../engine/api-error.ts';

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

/** What is wrong with a draft whoever it is for: asked even before whether the draft to replace exists. */
export function refuseMalformed({ content, timestamp }: DraftInput): void {
  if (content.trim() === '') throw badRequest('A draft must not be empty.');
  if (typeof timestamp === 'number' && (timestamp < 0 || timestamp > LAST_SECOND))
    throw badRequest('The timestamp of the draft is not a time.');
}

/** Beyond the year 9999 PostgreSQL and JavaScript begin to disagree about dates. */
const LAST_SECOND = 253_402_300_799;

export function checkDraft(input: DraftInput, now: number): CheckedDraft {
  const content = input.content.trim();
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
}

function refuseNull(text: string): void {
  if (text.includes('\0')) throw badRequest('A draft must not hold null characters.');
}

/** Rounded to microseconds before the rest of a second is cut, so that 8.9999999 is 9. */
function editTime(timestamp: number | null | undefined, now: number): Date {
  return new Date(typeof timestamp === 'number' ? Math.round(timestamp * 1e6) / 1e3 : now);
}
