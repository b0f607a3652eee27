import type { Message } from '@parley/client';
import { widgetContents, type WidgetValue } from './widget-events.ts';

export type PollOption = {
  readonly key: string;
  readonly text: string;
  readonly voterIds: readonly number[];
};
export type Poll = {
  readonly question: string;
  readonly options: readonly PollOption[];
  /** Number of the reader's next own option. */
  readonly nextIndex: number;
};

const MAX_POLL_OPTIONS = 100;

/** Question, options and votes after all that happened. */
export function pollOf(message: Message, selfId: number): Poll {
  const [first, ...events] = widgetContents(message);
  const start = asObject(first?.value['extra_data']);
  let question = textOf(start['question']);
  const options = new Map<string, { text: string; voterIds: number[] }>();
  for (const [index, text] of asList(start['options']).entries())
    options.set(`canned,${index}`, { text: textOf(text), voterIds: [] });
  let nextIndex = 1;
  for (const { senderId, value } of events) {
    if (value['type'] === 'question' && senderId === message.sender_id) question = textOf(value['question']);
    if (value['type'] === 'new_option' && options.size < MAX_POLL_OPTIONS) {
      const index = Number(value['idx']);
      const text = textOf(value['option']);
      const isKnown = [...options.values()].some((option) => option.text === text);
      if (Number.isSafeInteger(index) && text !== '' && !isKnown)
        options.set(`${senderId},${index}`, { text, voterIds: [] });
      if (senderId === selfId) nextIndex = Math.max(nextIndex, index + 1);
    }
    if (value['type'] === 'vote') vote(options.get(textOf(value['key'])), senderId, value['vote'] === 1);
  }
  return { question, options: [...options].map(([key, option]) => ({ key, ...option })), nextIndex };
}

function vote(option: { voterIds: number[] } | undefined, userId: number, isFor: boolean): void {
  if (option === undefined) return;
  option.voterIds = option.voterIds.filter((id) => id !== userId);
  if (isFor) option.voterIds.push(userId);
}

export function asObject(value: unknown): WidgetValue {
  return typeof value === 'object' && value !== null ? (value as WidgetValue) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
