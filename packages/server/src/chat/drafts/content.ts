import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { limits } from '@parley/contract/limits.ts';
import { truncate } from '../messages/text.ts';
import { badRequest } from '../../engine/api-error.ts';

const MESSAGE_TRUNCATED = '\n[message truncated]';
const TOPIC_TRUNCATED = '...';

/** The parts of a draft that are checked without the database, ready to be stored. */
export type CheckedDraft = {
  readonly type: DraftInput['type'];
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly editedAt: Date;
};

/** Checks that come even before looking up the draft to replace. */
export function checkWellFormed({ content, timestamp }: DraftInput): void {
  if (content.trim() === '') throw badRequest('A draft must not be empty.');
  if (typeof timestamp === 'number' && (timestamp < 0 || timestamp > MAX_TIMESTAMP_SECONDS))
    throw badRequest('timestamp must be a Unix time in seconds up to the year 9999.');
}

/** PostgreSQL and JavaScript format dates after the year 9999 differently. */
const MAX_TIMESTAMP_SECONDS = 253_402_300_799;

export function checkDraft(input: DraftInput, now: number): CheckedDraft {
  const content = input.content.trim();
  checkNoNull(content);
  const isChannel = input.type === 'stream';
  if (isChannel) checkNoNull(input.topic);
  if (isChannel && input.to.length !== 1)
    throw badRequest('to must contain exactly one channel id in a channel draft.');
  const hasRecipients = isChannel || (input.type === 'private' && input.to.length > 0);
  return {
    type: hasRecipients ? input.type : '',
    to: hasRecipients ? [...new Set(input.to)] : [],
    topic: isChannel ? truncate(input.topic, limits.topicLength, TOPIC_TRUNCATED) : '',
    content: truncate(content, limits.messageLength, MESSAGE_TRUNCATED),
    editedAt: editTime(input.timestamp, now),
  };
}

function checkNoNull(text: string): void {
  if (text.includes('\0')) throw badRequest('A draft must not contain null characters.');
}

/** Rounds to microseconds before fractions of a second are dropped, so that 8.9999999 becomes 9. */
function editTime(timestamp: number | null | undefined, now: number): Date {
  return new Date(typeof timestamp === 'number' ? Math.round(timestamp * 1e6) / 1e3 : now);
}
