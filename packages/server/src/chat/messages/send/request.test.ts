import { expect, test } from 'vitest';
import { widgetOf } from './request.ts';

function partOf(content: string): unknown {
  const widget = widgetOf(undefined, content);
  return widget === undefined ? undefined : (JSON.parse(widget) as unknown);
}

test('a poll has a question and options, with or without bullets', () => {
  expect(partOf('/poll Lunch?\n- a\n* b\n\n  c  \n-d')).toEqual({
    widget_type: 'poll',
    extra_data: { question: 'Lunch?', options: ['a', 'b', 'c', 'd'] },
  });
  expect(partOf('/poll')).toEqual({ widget_type: 'poll', extra_data: { question: '', options: [] } });
  expect(partOf('/poll\none')).toEqual({
    widget_type: 'poll',
    extra_data: { question: '', options: ['one'] },
  });
});

test('a task list has a title, and tasks with descriptions', () => {
  expect(partOf('/todo Chores\nwash: the cups: all\n* dry')).toEqual({
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'Chores',
      tasks: [
        { task: 'wash', desc: 'the cups: all' },
        { task: 'dry', desc: '' },
      ],
    },
  });
});

test('other content has no widget', () => {
  for (const content of ['/polls x', ' /poll x', '/ping', '/me votes', 'a /poll', '/todo-list'])
    expect(partOf(content)).toBeUndefined();
});

test('given buttons are kept unchanged', () => {
  const zform = {
    widget_type: 'zform' as const,
    extra_data: { type: 'choices' as const, heading: 'h', choices: [] },
  };
  expect(JSON.parse(widgetOf(zform, '/poll x') ?? '')).toEqual(zform);
});
