import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { Choices } from './choices.tsx';
import { PollWidget } from './poll-widget.tsx';
import { widgetContents, widgetKind } from './poll-state.ts';
import { TaskListWidget } from './task-list-widget.tsx';

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
