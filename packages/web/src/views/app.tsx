import { Suspense, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { ComposeContext, createComposeControl } from '../compose/control.ts';
import { after, now } from '../data/clock.ts';
import { isConversation, type Narrow } from '../data/narrow/narrow.ts';
import type { Place } from '../data/address/place.ts';
import { createDispatcher } from '../keys/dispatcher.ts';
import { DispatcherContext, useCommand } from '../keys/use-command.ts';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { offerNewVersion } from '../parts/new-version.ts';
import { Toasts } from '../parts/toast.tsx';
import { useCell, useSelect } from '../parts/use-cell.ts';
import type { StartedChat } from '../screen/start-chat.ts';
import { t } from '../words/index.ts';
import { followAccount } from '../words/language.ts';
import { useChatScreen, usePlace, type ChatScreen } from '../screen/chat-context.ts';
import { ChatProvider } from '../screen/chat-provider.tsx';
import { ChatToasts } from './chat-toasts.tsx';
import { forgetAll, leaveSession } from './leave-session.ts';
import { createNavigation } from '../screen/navigation.ts';
import { useHasPanel } from './panel/use-has-panel.ts';
import { PhoneBar } from './phone/phone-bar.tsx';
import { focusChannelFilter } from './sidebar/focus-channel-filter.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SyncLine } from './sidebar/sync-line.tsx';
import { useGlobalCommands, useKeyPresses } from './use-global-commands.ts';
import { useActivity } from './use-activity.ts';
import { PageTitle } from '../screen/page-title.tsx';
import { useIsHidden } from './hidden-channel.tsx';
import { FailedPart } from './trouble.tsx';
import { View } from './view.tsx';
import box from '../compose/compose-box.module.css';
import dock from '../compose/composer-dock.module.css';

export { loadView } from './view.tsx';

const Palette = lazyPart(() => import('./palette/palette.tsx').then((module) => module.Palette));
const Notifications = lazyPart(() => import('./notifications.ts').then((module) => module.Notifications));
const SidePanel = lazyPart(() => import('./panel/side-panel.tsx').then((module) => module.SidePanel));
const Tasks = lazyPart(() => import('./tasks.tsx').then((module) => module.Tasks));
const InviteSheet = lazyPart(() => import('./invite/invite-sheet.tsx').then((module) => module.InviteSheet));
const KeyHelp = lazyPart(() => import('./palette/key-help.tsx').then((module) => module.KeyHelp));

/** Loaded behind the messages, which are there to be read first. */
const ComposerDock = lazyPart(() =>
  import('../compose/composer-dock.tsx').then((module) => module.ComposerDock),
);

export type AppProps = {
  readonly started: StartedChat;
  /** The session has ended. */
  readonly onLeave: (note?: string) => void;
};

/** The client of a logged-in user. */
export function App({ started, onLeave }: AppProps): ReactElement {
  const { chat } = started;
  const [dispatcher] = useState(() => createDispatcher(now));
  const [compose] = useState(createComposeControl);
  const navigation = useMemo(() => createNavigation(chat), [chat]);
  useEffect(() => navigation.follow(), [navigation]);
  const screen = useMemo<ChatScreen>(
    () => ({
      chat,
      ...navigation,
      logOut: async () => {
        if (await leaveSession(started)) onLeave();
      },
    }),
    [chat, navigation, started, onLeave],
  );
  useEnd(started, onLeave);
  return (
    <ChatProvider screen={screen}>
      <DispatcherContext value={dispatcher}>
        <ComposeContext value={compose}>
          <Frame started={started} />
        </ComposeContext>
      </DispatcherContext>
    </ChatProvider>
  );
}

function Frame({ started }: { readonly started: StartedChat }): ReactElement {
  const { chat } = useChatScreen();
  const [overlay, setOverlay] = useState<'palette' | 'channels' | 'keys' | 'invite'>();
  useGlobalCommands();
  useKeyPresses();
  useActivity(started.chat);
  useCommand('palette', () => setOverlay('palette'));
  useCommand('filter-channels', () => {
    if (!focusChannelFilter()) setOverlay('channels');
  });
  useCommand('keys', () => setOverlay('keys'));
  useCommand('invite', () => setOverlay('invite'));
  const close = (): void => setOverlay(undefined);
  const hasPanel = useHasPanel();
  const isPainted = useIsPainted();
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  const language = useSelect(chat.state, (state) => state.user_settings?.default_language);
  useEffect(() => {
    if (language !== undefined) followAccount(language);
  }, [language]);
  // A server that was away may be back with a newer client.
  useEffect(() => (isOffline ? offerNewVersion : undefined), [isOffline]);
  return (
    <>
      <div className={`app ${hasPanel ? 'panel-open' : ''} ${isOffline ? 'is-offline' : ''}`}>
        <SkipLink />
        <Guarded>
          <Sidebar />
        </Guarded>
        <main className="main" id="main" tabIndex={-1} data-region>
          <SyncLine className="phone-only" />
          <View />
          <Guarded>
            <Composer isLoaded={isPainted} />
          </Guarded>
          <PhoneBar />
        </main>
        <Guarded>
          <Suspense>{hasPanel ? <SidePanel /> : null}</Suspense>
        </Guarded>
      </div>
      <PageTitle />
      <ChatToasts />
      <Toasts />
      <Guarded>
        <Suspense>
          {isPainted ? (
            <>
              <Notifications started={started} />
              <Tasks />
            </>
          ) : null}
        </Suspense>
      </Guarded>
      <Guarded subject={overlay}>
        <Suspense>
          {overlay === 'palette' ? <Palette onClose={close} /> : null}
          {overlay === 'channels' ? <Palette start="#" onClose={close} /> : null}
          {overlay === 'keys' ? <KeyHelp onClose={close} /> : null}
          {overlay === 'invite' ? <InviteSheet onClose={close} /> : null}
        </Suspense>
      </Guarded>
    </>
  );
}

const NO_FRAME_MS = 1_000;

/** Parts that nobody waits for are loaded behind the first paint. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const show = (): void => setPainted(true);
    // A page in the background has no frames.
    const ends = [after(NO_FRAME_MS, show)];
    const frame = requestAnimationFrame(() => ends.push(after(0, show)));
    return () => {
      cancelAnimationFrame(frame);
      for (const end of ends) end();
    };
  }, []);
  return isPainted;
}

/** A part of the frame; an exception in it leaves the others alive. */
function Guarded({ children, subject }: { children: ReactNode; readonly subject?: unknown }): ReactElement {
  return (
    <ErrorBoundary subject={subject} fallback={FailedPart}>
      {children}
    </ErrorBoundary>
  );
}

/** The address names the place, so the link moves the focus itself. */
function SkipLink(): ReactElement {
  return (
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>('#main')?.focus();
      }}
    >
      {t('Skip to the conversation')}
    </a>
  );
}

/** The composer of the place, if one may write there. */
function Composer({ isLoaded }: { readonly isLoaded: boolean }): ReactElement {
  const place = usePlace();
  const isHidden = useIsHidden(place);
  const narrow = isHidden ? undefined : writableNarrow(place);
  const room = <ComposerRoom narrow={narrow} />;
  if (!isLoaded) return room;
  return (
    <Suspense fallback={room}>
      <ComposerDock narrow={narrow} />
    </Suspense>
  );
}

/** Keeps the room of the composer until it is loaded, so that nothing moves. */
function ComposerRoom({ narrow }: { readonly narrow: Narrow | undefined }): ReactElement | null {
  if (narrow === undefined || !isConversation(narrow)) return null;
  return (
    <div className={dock['dock']} data-dock aria-hidden="true">
      <div className="wrap">
        <div className={`${box['box']} ${dock['room']}`} />
      </div>
    </div>
  );
}

/** The narrow to which the composer writes. */
function writableNarrow(place: Place): Narrow | undefined {
  return place.view === 'messages' && place.narrow.kind !== 'search' ? place.narrow : undefined;
}

/** Deletes what is stored about the user when the server has ended the session, and shows the log-in page. */
function useEnd(started: StartedChat, onLeave: (note?: string) => void): void {
  const { status } = useCell(started.chat.link);
  useEffect(() => {
    if (status !== 'ended') return;
    onLeave(t('Your session has ended. Log in again to go on.'));
    void forgetAll(started);
  }, [status, started, onLeave]);
}
