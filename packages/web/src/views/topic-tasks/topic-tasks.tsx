import type { ReactElement } from 'react';
import type { TopicTask } from '../../screen/topic-task-store.ts';
import { DeleteTopicDialog } from './delete-topic-dialog.tsx';
import { MoveTopicDialog } from './move-topic-dialog.tsx';
import { RenameTopicDialog } from './rename-topic-dialog.tsx';

/** The open dialog about a topic. */
export function TopicTasks({ task }: { readonly task: TopicTask }): ReactElement {
  switch (task.kind) {
    case 'rename':
      return <RenameTopicDialog task={task} />;
    case 'move':
      return <MoveTopicDialog task={task} />;
    case 'delete':
      return <DeleteTopicDialog task={task} />;
  }
}
