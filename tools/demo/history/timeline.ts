import type { Conversation, MessageDetails, SampleMessage } from '../conversations/conversation.ts';
import { timeOf, withDates } from './times.ts';

/** A message of the history with its time. */
export type TimedMessage = {
  readonly at: number;
  readonly conversation: Conversation;
  readonly sender: string;
  readonly text: string;
  readonly reactions: readonly (readonly [key: string, emoji: string])[];
  readonly details: MessageDetails;
};

export type TimelineStep =
  | ({ readonly kind: 'send' } & TimedMessage)
  | { readonly kind: 'edit'; readonly at: number; readonly of: TimedMessage }
  | { readonly kind: 'resolve'; readonly at: number; readonly by: string; readonly of: TimedMessage };

const MINUTE_MS = 60_000;
const EDITED_AFTER_MS = 2 * MINUTE_MS;
const RESOLVED_AFTER_MS = 4 * MINUTE_MS;
const MAX_GAP_MINUTES = 9;

/** All steps of all conversations in the order of their times. */
export function timelineOf(conversations: readonly Conversation[], now: number): TimelineStep[] {
  return conversations
    .flatMap((conversation) => stepsOf(withDatedTopic(conversation, now), now))
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => a.step.at - b.step.at || a.index - b.index)
    .map(({ step }) => step);
}

function withDatedTopic(conversation: Conversation, now: number): Conversation {
  return 'channel' in conversation
    ? { ...conversation, topic: withDates(conversation.topic, now) }
    : conversation;
}

function stepsOf(conversation: Conversation, now: number): TimelineStep[] {
  const steps: TimelineStep[] = [];
  let last: TimedMessage | undefined;
  for (const line of conversation.lines) {
    const message = timed(conversation, line, last?.at, now);
    const send = { kind: 'send' as const, ...message };
    steps.push(send);
    if (message.details.before !== undefined)
      steps.push({ kind: 'edit', at: message.at + EDITED_AFTER_MS, of: send });
    last = send;
  }
  if (last !== undefined && 'resolvedBy' in conversation && conversation.resolvedBy !== undefined)
    steps.push({ kind: 'resolve', at: last.at + RESOLVED_AFTER_MS, by: conversation.resolvedBy, of: last });
  return steps;
}

function timed(
  conversation: Conversation,
  [who, text, reactions = '', details = {}]: SampleMessage,
  before: number | undefined,
  now: number,
): TimedMessage {
  const split = who.lastIndexOf(' ');
  const clock = split < 0 ? undefined : who.slice(0, split);
  const at =
    clock === undefined
      ? before === undefined
        ? timeOf(conversation.from, now)
        : before + gapAfter(text) * MINUTE_MS
      : timeOf(clock, now, before ?? timeOf(conversation.from, now));
  return {
    at,
    conversation,
    sender: who.slice(split + 1),
    text: withDates(text, now),
    reactions: reactions
      .split(', ')
      .filter((reaction) => reaction !== '')
      .map((reaction) => {
        const [key = '', emoji = ''] = reaction.split(' ');
        return [key, emoji] as const;
      }),
    details,
  };
}

/** A short text follows sooner than a long one. */
function gapAfter(text: string): number {
  return 1 + ((text.length * 7) % MAX_GAP_MINUTES);
}
