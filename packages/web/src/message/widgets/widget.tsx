import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { lazyPart } from '../../parts/lazy-part.ts';
import { widgetContents, widgetKind } from './widget-events.ts';

const PollWidget = lazyPart(() => import('./poll-widget.tsx').then((module) => module.PollWidget));
const TaskListWidget = lazyPart(() =>
  import('./task-list-widget.tsx').then((module) => module.TaskListWidget),
);
const Choices = lazyPart(() => import('./choices.tsx').then((module) => module.Choices));

/** The poll, to-do list or choices of a message, if it has one. */
export function widgetOf(message: Message): ReactElement | undefined {
  if (message.submessages.length === 0) return undefined;
  const events = widgetContents(message);
  switch (widgetKind(events)) {
    case 'poll':
      return <PollWidget message={message} />;
    case 'todo':
      return <TaskListWidget message={message} />;
    case 'zform':
      return <Choices message={message} />;
    case undefined:
      return undefined;
  }
}
