import { Suspense, useEffect, useMemo, useState, type ReactElement } from 'react';
import { ComposeContext, createComposeControl, type ComposeControl } from '../../compose/control.ts';
import type { Chat } from '../../data/chat.ts';
import { now } from '../../data/clock.ts';
import { visitorActions } from '../../data/visitor/visitor-actions.ts';
import { createDispatcher } from '../../keys/dispatcher.ts';
import { DispatcherContext, useCommand } from '../../keys/use-command.ts';
import { lazyPart } from '../../parts/lazy-part.ts';
import { ask } from '../../parts/question-store.ts';
import { Questions } from '../../parts/questions.tsx';
import { Toasts } from '../../parts/toast.tsx';
import { Tooltips } from '../../parts/tooltip.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { useChatScreen, type ChatScreen } from '../../screen/chat-context.ts';
import { ChatProvider } from '../../screen/chat-provider.tsx';
import { openJump } from '../../screen/jump-store.ts';
import { createNavigation } from '../../screen/navigation.ts';
import { PageTitle } from '../../screen/page-title.tsx';
import { t } from '../../words/index.ts';
import { SyncLine } from '../sidebar/sync-line.tsx';
import { useKeyPresses } from '../use-global-commands.ts';
import { VisitorBar, type VisitorBarProps } from './visitor-bar.tsx';
import { VisitorSidebar } from './visitor-sidebar.tsx';
import { VisitorView } from './visitor-view.tsx';

const JumpDateDialog = lazyPart(() =>
  import('../conversation/jump-date-dialog.tsx').then((module) => module.JumpDateDialog),
);

export type VisitorAppProps = VisitorBarProps & { readonly chat: Chat };

/** The client of a visitor without an account, who reads web-public channels. */
export function VisitorApp({ chat, onLogIn }: VisitorAppProps): ReactElement {
  const [dispatcher] = useState(() => createDispatcher(now));
  const navigation = useMemo(() => createNavigation(chat), [chat]);
  useEffect(() => navigation.follow(), [navigation]);
  useEffect(() => () => void chat.close(), [chat]);
  const screen = useMemo<ChatScreen>(() => {
    const askForAccount = (): void => void askFor(onLogIn);
    return {
      chat: { ...chat, actions: visitorActions(chat.actions, askForAccount) },
      ...navigation,
      logOut: () => Promise.resolve(),
      askForAccount,
    };
  }, [chat, navigation, onLogIn]);
  const [compose] = useState(() => readOnly(createComposeControl(), () => screen.askForAccount?.()));
  useEnd(chat, onLogIn);
  return (
    <ChatProvider screen={screen}>
      <DispatcherContext value={dispatcher}>
        <ComposeContext value={compose}>
          <Frame onLogIn={onLogIn} />
        </ComposeContext>
      </DispatcherContext>
    </ChatProvider>
  );
}

function Frame({ onLogIn }: VisitorBarProps): ReactElement {
  const { askForAccount } = useChatScreen();
  const jump = useCell(openJump);
  useKeyPresses();
  useCommand('reply', askForAccount);
  useCommand('new-topic', askForAccount);
  useCommand('new-direct', askForAccount);
  useCommand('back', () => globalThis.history.back());
  useCommand('forward', () => globalThis.history.forward());
  return (
    <>
      <div className="app">
        <VisitorSidebar />
        <main className="main" id="main" tabIndex={-1} data-region>
          <SyncLine className="phone-only" />
          <VisitorView onLogIn={onLogIn} />
          <VisitorBar onLogIn={onLogIn} />
        </main>
      </div>
      <PageTitle />
      <Suspense>{jump === undefined ? null : <JumpDateDialog narrow={jump} />}</Suspense>
      <Questions />
      <Toasts />
      <Tooltips />
    </>
  );
}

async function askFor(onLogIn: VisitorBarProps['onLogIn']): Promise<void> {
  const wants = await ask({
    title: t('This needs an account'),
    text: [t('As a visitor you can read. Log in or join to do more: you come back to this place.')],
    yes: t('Log in'),
    no: t('Go on reading'),
  });
  if (wants) onLogIn();
}

/** Every way into the composer asks for an account. */
function readOnly(control: ComposeControl, askForAccount: () => void): ComposeControl {
  return {
    ...control,
    setMode: askForAccount,
    setEdited: askForAccount,
    focus: askForAccount,
    insert: askForAccount,
  };
}

/** The organization can stop to show its channels to visitors at any time. */
function useEnd(chat: Chat, onLogIn: VisitorBarProps['onLogIn']): void {
  const { status } = useCell(chat.link);
  useEffect(() => {
    if (status === 'ended')
      onLogIn(t('Channels of this organization can no longer be read without an account.'));
  }, [status, onLogIn]);
}
