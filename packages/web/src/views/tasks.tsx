import { Suspense, type ReactElement } from 'react';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { Questions } from '../parts/questions.tsx';
import { Tooltips } from '../parts/tooltip.tsx';
import { openLogIn } from '../data/session/log-in-again.ts';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { openCreation } from '../screen/creation-store.ts';
import { openJump } from '../screen/jump-store.ts';
import { openTopicTask } from '../screen/topic-task-store.ts';
import { Installed } from './installed/installed.tsx';
import { UserCards } from './profile/user-cards.tsx';
import { FailedPart } from './trouble.tsx';

const HoverCards = lazyPart(() =>
  import('./hover-cards/hover-cards.tsx').then((module) => module.HoverCards),
);
const CreateChannelDialog = lazyPart(() =>
  import('./create-channel/create-channel-dialog.tsx').then((module) => module.CreateChannelDialog),
);
const TopicTasks = lazyPart(() =>
  import('./topic-tasks/topic-tasks.tsx').then((module) => module.TopicTasks),
);

const JumpDateDialog = lazyPart(() =>
  import('./conversation/jump-date-dialog.tsx').then((module) => module.JumpDateDialog),
);

const LogInAgainDialog = lazyPart(() =>
  import('./log-in-again/log-in-again-dialog.tsx').then((module) => module.LogInAgainDialog),
);

const SetUpReminder = lazyPart(() => import('./set-up-reminder.tsx').then((module) => module.SetUpReminder));

/** Dialogs, cards and tooltips that are opened from anywhere; loaded behind the page. */
export function Tasks(): ReactElement {
  const creation = useCell(openCreation);
  const topicTask = useCell(openTopicTask);
  const jump = useCell(openJump);
  const logIn = useCell(openLogIn);
  const chat = useChat();
  const needsStep = useSelect(
    chat.state,
    ({ realm_second_steps_required_of: group = 'nobody', is_admin: isAdministrator }) =>
      group === 'everyone' || (group === 'administrators' && isAdministrator === true),
  );
  return (
    <>
      <Tooltips />
      <ErrorBoundary fallback={FailedPart}>
        <UserCards />
        <Questions />
      </ErrorBoundary>
      <ErrorBoundary fallback={FailedPart}>
        <Installed />
      </ErrorBoundary>
      <ErrorBoundary fallback={FailedPart}>
        <Suspense>
          <HoverCards />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary subject={creation} fallback={FailedPart}>
        <Suspense>{creation === undefined ? null : <CreateChannelDialog creation={creation} />}</Suspense>
      </ErrorBoundary>
      <ErrorBoundary subject={topicTask} fallback={FailedPart}>
        <Suspense>{topicTask === undefined ? null : <TopicTasks task={topicTask} />}</Suspense>
      </ErrorBoundary>
      <ErrorBoundary subject={jump} fallback={FailedPart}>
        <Suspense>{jump === undefined ? null : <JumpDateDialog narrow={jump} />}</Suspense>
      </ErrorBoundary>
      <Suspense>{needsStep ? <SetUpReminder /> : null}</Suspense>
      <ErrorBoundary subject={logIn} fallback={FailedPart}>
        <Suspense>{logIn === undefined ? null : <LogInAgainDialog question={logIn} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
