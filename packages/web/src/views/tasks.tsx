import { Suspense, type ReactElement } from 'react';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { useCell } from '../parts/use-cell.ts';
import { openCreation } from '../screen/creation-store.ts';
import { openTopicTask } from '../screen/topic-task-store.ts';
import { Installed } from './installed/installed.tsx';
import { FailedPart } from './trouble.tsx';

const CreateChannelDialog = lazyPart(() =>
  import('./create-channel/create-channel-dialog.tsx').then((module) => module.CreateChannelDialog),
);
const TopicTasks = lazyPart(() =>
  import('./topic-tasks/topic-tasks.tsx').then((module) => module.TopicTasks),
);

/** Dialogs that are opened from anywhere; loaded behind the page. */
export function Tasks(): ReactElement {
  const creation = useCell(openCreation);
  const topicTask = useCell(openTopicTask);
  return (
    <>
      <ErrorBoundary fallback={FailedPart}>
        <Installed />
      </ErrorBoundary>
      <ErrorBoundary subject={creation} fallback={FailedPart}>
        <Suspense>{creation === undefined ? null : <CreateChannelDialog creation={creation} />}</Suspense>
      </ErrorBoundary>
      <ErrorBoundary subject={topicTask} fallback={FailedPart}>
        <Suspense>{topicTask === undefined ? null : <TopicTasks task={topicTask} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
