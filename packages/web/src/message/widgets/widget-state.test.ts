import type { Message } from '@parley/client';
import { expect, test } from 'vitest';
import { pollOf } from './poll-state.ts';
import { taskListOf } from './todo-state.ts';
import { widgetContents, widgetKind } from './widget-events.ts';

/** A message of user 1 with submessages as pairs of sender and content. */
function messageWith(...events: readonly (readonly [sender: number, content: unknown])[]): Message {
  const submessages = events.map(([sender_id, content], id) => ({
    id,
    message_id: 7,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  return { id: 7, sender_id: 1, submessages } as unknown as Message;
}

const poll = [
  1,
  { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['yes', 'no'] } },
] as const;

test('the last vote of a user counts', () => {
  const message = messageWith(
    poll,
    [2, { type: 'vote', key: 'canned,0', vote: 1 }],
    [2, { type: 'vote', key: 'canned,0', vote: -1 }],
    [3, { type: 'vote', key: 'canned,1', vote: 1 }],
    [3, { type: 'vote', key: 'canned,1', vote: 1 }],
  );
  expect(pollOf(message, 2).options.map(({ voterIds }) => voterIds)).toEqual([[], [3]]);
});

test('an added option is there once, and only the author changes the question', () => {
  const message = messageWith(
    poll,
    [2, { type: 'new_option', idx: 1, option: 'maybe' }],
    [3, { type: 'new_option', idx: 1, option: 'maybe' }],
    [2, { type: 'question', question: 'Dinner?' }],
  );
  const { question, options, nextIndex } = pollOf(message, 2);
  expect(question).toBe('Lunch?');
  expect(options.map(({ key, text }) => [key, text])).toEqual([
    ['canned,0', 'yes'],
    ['canned,1', 'no'],
    ['2,1', 'maybe'],
  ]);
  expect(nextIndex).toBe(2);
});

test.each(['no JSON', '7', 'null', '[]', '{"type":"vote"}', '{"type":"new_option","idx":"x"}'])(
  'a poll survives the submessage %s',
  (content) => {
    const message = messageWith(poll, [2, content]);
    expect(pollOf(message, 2).options).toHaveLength(2);
    expect(widgetKind(widgetContents(message))).toBe('poll');
  },
);

test('a task is struck and taken up again', () => {
  const list = [
    1,
    { widget_type: 'todo', extra_data: { task_list_title: 'Night', tasks: [{ task: 'a', desc: '' }] } },
  ] as const;
  const strike = [2, { type: 'strike', key: '0,canned' }] as const;
  expect(taskListOf(messageWith(list, strike), 2).tasks[0]?.isDone).toBe(true);
  expect(taskListOf(messageWith(list, strike, strike), 2).tasks[0]?.isDone).toBe(false);
});

test('new tasks get keys of their own', () => {
  const list = [1, { widget_type: 'todo', extra_data: {} }] as const;
  const added = messageWith(list, [2, { type: 'new_task', key: 0, task: 'b', desc: 'c', completed: false }]);
  expect(taskListOf(added, 2)).toEqual({
    title: '',
    tasks: [{ key: '0,2', title: 'b', note: 'c', isDone: false }],
    nextKey: 1,
  });
});
