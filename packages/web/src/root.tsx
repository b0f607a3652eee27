import { Suspense, useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { reportFault } from './data/faults.ts';
import { rememberedUser, rememberUser } from './data/session/remembered-user.ts';
import { DoorError } from './data/session/call.ts';
import {
  doorPathOf,
  isAtConsent,
  readDoor,
  type Door as DoorFacts,
  type DoorOrganization,
} from './data/session/door.ts';
import { channelInAddress, isLookingAround, setLookingAround } from './data/session/looking-around.ts';
import type { Chat } from './data/chat.ts';
import type { StartedChat } from './screen/start-chat.ts';
import { lazyPart } from './parts/lazy-part.ts';
import { takeWantedPlace } from './views/arriving/wanted-place.ts';
import { firstViewOf } from './screen/first-view.ts';
import { FailedView } from './views/trouble.tsx';
import { t } from './words/index.ts';

const App = lazyPart(() => import('./views/app.tsx').then((module) => module.App));
const VisitorApp = lazyPart(() =>
  import('./views/visitor/visitor-app.tsx').then((module) => module.VisitorApp),
);
const ConsentPage = lazyPart(() =>
  import('./views/consent/consent-page.tsx').then((module) => module.ConsentPage),
);
const Door = lazyPart(() => import('./views/arriving/door.tsx').then((module) => module.Door));

type Stage =
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'door';
      readonly door?: DoorFacts | undefined;
      readonly note?: string | undefined;
      /** The visitor has no account yet. */
      readonly isNew?: boolean;
    }
  /** A visitor without an account reads web-public channels. */
  | { readonly kind: 'visit'; readonly chat: Chat }
  /** A program sent the user here, to be allowed. */
  | { readonly kind: 'consent'; readonly organization: DoorOrganization }
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
    else if (next.kind === 'visit') await next.chat.close();
  }, []);
  useEffect(() => {
    // A start that is overtaken by another one closes itself.
    void start();
  }, [start]);
  const leave = useCallback((note?: string) => {
    rememberUser(undefined);
    setStage({ kind: 'door', note });
  }, []);
  const enter = useCallback(() => {
    setStage({ kind: 'starting' });
    void start();
  }, [start]);
  const look = useCallback(() => {
    setLookingAround(true);
    enter();
  }, [enter]);
  const hasPublicChannels = stage.kind === 'door' && stage.door?.has_public_channels === true;
  useEffect(() => {
    if (!hasPublicChannels) return;
    // A link to a channel that is pasted at the door opens as it does in a new tab.
    const onHashChange = (): void => {
      if (channelInAddress(globalThis.location.hash) !== undefined) enter();
    };
    globalThis.addEventListener('hashchange', onHashChange);
    return () => globalThis.removeEventListener('hashchange', onHashChange);
  }, [hasPublicChannels, enter]);
  const logIn = useCallback((note?: string, isNew = false) => {
    setLookingAround(false);
    setStage({ kind: 'door', note, isNew });
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
            isNew={stage.isNew === true}
            onEnter={enter}
            onLook={look}
          />
        </Suspense>
      );
    case 'visit':
      return (
        <Suspense fallback={<Starting />}>
          <VisitorApp chat={stage.chat} onLogIn={logIn} />
        </Suspense>
      );
    case 'consent':
      return (
        <Suspense fallback={<Starting />}>
          <ConsentPage organization={stage.organization} onLogIn={logIn} />
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
    if (isAtConsent()) {
      const door = await readDoorAndPart();
      const { organization, user_id } = door;
      return user_id === null || organization === null
        ? { kind: 'door', door }
        : { kind: 'consent', organization };
    }
    const isAtLink = doorPathOf(globalThis.location.pathname) !== undefined;
    const door = isAtLink || rememberedUser() === undefined ? await readDoorAndPart() : undefined;
    const userId = isAtLink ? undefined : (rememberedUser() ?? door?.user_id ?? undefined);
    if (userId === undefined)
      return (isAtLink ? undefined : await beginVisit(door)) ?? { kind: 'door', door };
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

/** The client without an account, if the visitor wants it or the address leads to a channel that visitors can read. */
async function beginVisit(door: DoorFacts | undefined): Promise<Stage | undefined> {
  const channelId = channelInAddress(globalThis.location.hash);
  if (door?.has_public_channels !== true || (channelId === undefined && !isLookingAround())) return undefined;
  const [{ startVisit }] = await Promise.all([import('./screen/start-visit.ts'), VisitorApp.load()]);
  const chat = await startVisit(isLookingAround() ? undefined : channelId);
  return chat === undefined
    ? { kind: 'door', door, note: t('Log in to see this channel.') }
    : { kind: 'visit', chat };
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
    <main className="main" aria-busy="true">
      <p className="sr">{t('Loading')}</p>
    </main>
  );
}
