import type { Message } from '@parley/client';
import { asList, asObject, textOf } from './poll-state.ts';
import { widgetContents } from './widget-events.ts';

export type Task = {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly isDone: boolean;
};
export type TaskList = { readonly title: string; readonly tasks: readonly Task[]; readonly nextKey: number };

const MAX_TASKS = 200;

/** Tasks of a to-do list after all that happened. */
export function taskListOf(message: Message, selfId: number): TaskList {
  const [first, ...events] = widgetContents(message);
  const start = asObject(first?.value['extra_data']);
  let title = textOf(start['task_list_title']);
  const tasks = new Map<string, Task>();
  for (const [index, value] of asList(start['tasks']).entries()) {
    const task = asObject(value);
    const key = `${index},canned`;
    tasks.set(key, { key, title: textOf(task['task']), note: textOf(task['desc']), isDone: false });
  }
  let nextKey = 0;
  for (const { senderId, value } of events) {
    if (value['type'] === 'new_task_list_title' && senderId === message.sender_id)
      title = textOf(value['title']);
    if (value['type'] === 'new_task' && tasks.size < MAX_TASKS) {
      const key = `${Number(value['key'])},${senderId}`;
      if (senderId === selfId) nextKey = Math.max(nextKey, Number(value['key']) + 1);
      tasks.set(key, {
        key,
        title: textOf(value['task']),
        note: textOf(value['desc']),
        isDone: value['completed'] === true,
      });
    }
    const struck = value['type'] === 'strike' ? tasks.get(textOf(value['key'])) : undefined;
    if (struck !== undefined) tasks.set(struck.key, { ...struck, isDone: !struck.isDone });
  }
  return { title, tasks: [...tasks.values()], nextKey };
}
