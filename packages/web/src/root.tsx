import { Suspense, useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { reportFault } from './data/faults.ts';
import { rememberedUser, rememberUser } from './data/session/remembered-user.ts';
import { DoorError } from './data/session/call.ts';
import { doorPathOf, readDoor, type Door as DoorFacts } from './data/session/door.ts';
import type { StartedChat } from './screen/start-chat.ts';
import { lazyPart } from './parts/lazy-part.ts';
import { takeWantedPlace } from './views/arriving/wanted-place.ts';
import { firstViewOf } from './screen/first-view.ts';
import { FailedView } from './views/trouble.tsx';
import { t } from './words/index.ts';

const App = lazyPart(() => import('./views/app.tsx').then((module) => module.App));
const Door = lazyPart(() => import('./views/arriving/door.tsx').then((module) => module.Door));

type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'door'; readonly door?: DoorFacts | undefined; readonly note?: string | undefined }
  /** The client could not start, whatever the session. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'chat'; readonly started: StartedChat };

/** Chooses between the log-in page and the client. */
export function Root(): ReactElement {
  const [stage, setStage] = useState<Stage>({ kind: 'starting' });
  const latest = useRef(0);
  const start = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    const next = await begin();
    if (own === latest.current) setStage(next);
    else if (next.kind === 'chat') await next.started.chat.close();
  }, []);
  useEffect(() => {
    // A start that is overtaken by another one closes itself.
    void start();
  }, [start]);
  const leave = useCallback((note?: string) => {
    rememberUser(undefined);
    setStage({ kind: 'door', note });
  }, []);

  switch (stage.kind) {
    case 'starting':
      return <Starting />;
    case 'door':
      return (
        <Suspense fallback={<Starting />}>
          <Door
            known={stage.door}
            note={stage.note}
            onEnter={() => {
              setStage({ kind: 'starting' });
              void start();
            }}
          />
        </Suspense>
      );
    case 'failed':
      return <FailedStart />;
    case 'chat':
      return (
        <Suspense fallback={<Starting />}>
          <App started={stage.started} onLeave={leave} />
        </Suspense>
      );
  }
}

async function begin(): Promise<Stage> {
  const place = takeWantedPlace();
  if (place !== undefined) globalThis.history.replaceState(null, '', place);
  try {
    const isAtLink = doorPathOf(globalThis.location.pathname) !== undefined;
    const door = isAtLink || rememberedUser() === undefined ? await readDoorAndPart() : undefined;
    const userId = isAtLink ? undefined : (rememberedUser() ?? door?.user_id ?? undefined);
    if (userId === undefined) return { kind: 'door', door };
    const view = loadView();
    const [{ startChat }] = await Promise.all([import('./screen/start-chat.ts'), App.load()]);
    const [started] = await Promise.all([startChat(userId), view]);
    rememberUser(started === undefined ? undefined : userId);
    return started === undefined ? { kind: 'door', note: t('Log in to go on.') } : { kind: 'chat', started };
  } catch (error) {
    // The log-in page says by itself that the server cannot be reached.
    if (error instanceof DoorError) return { kind: 'door' };
    reportFault(error);
    return { kind: 'failed' };
  }
}

/** The log-in page is loaded in the meantime, because most browsers without a remembered user need it. */
async function readDoorAndPart(): Promise<DoorFacts> {
  const [door] = await Promise.all([readDoor(), Door.load()]);
  return door;
}

/** Loads the view that the address names beside the rest of the client. */
async function loadView(): Promise<void> {
  const kind = firstViewOf(globalThis.location.hash);
  const chunk =
    kind === 'inbox'
      ? import('./views/inbox/inbox-view.tsx')
      : kind === 'conversation'
        ? import('./views/conversation/conversation-view.tsx')
        : undefined;
  await chunk?.catch(() => undefined);
  if (kind !== undefined) await (await import('./views/app.tsx')).loadView(kind);
}

function FailedStart(): ReactElement {
  return (
    <main className="main">
      <FailedView
        title={t('Parley could not start')}
        text={t('You are still logged in. Check your connection and try again.')}
        onRetry={() => globalThis.location.reload()}
      />
    </main>
  );
}

function Starting(): ReactElement {
  return (
    <main className="main starting" aria-busy="true">
      <p className="sr">{t('Loading')}</p>
    </main>
  );
}
