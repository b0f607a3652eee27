import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { rememberedUser, rememberUser } from './data/session/remembered-user.ts';
import { DoorError, readSessionUser } from './data/session/session.ts';
import type { StartedChat } from './start-chat.ts';
import { Door } from './views/door/door.tsx';
import { takeWantedPlace } from './views/door/wanted-place.ts';
import { t } from './words/index.ts';

const App = lazy(() => import('./views/app.tsx').then((module) => ({ default: module.App })));

type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'door'; readonly note?: string | undefined }
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
        <Door
          note={stage.note}
          onEnter={() => {
            setStage({ kind: 'starting' });
            void start();
          }}
        />
      );
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
    const userId = rememberedUser() ?? (await readSessionUser());
    if (userId === undefined) return { kind: 'door' };
    const [{ startChat }] = await Promise.all([import('./start-chat.ts'), import('./views/app.tsx')]);
    const started = await startChat(userId);
    rememberUser(userId);
    return { kind: 'chat', started };
  } catch (error) {
    rememberUser(undefined);
    // The log-in page says by itself that the server cannot be reached.
    return { kind: 'door', note: error instanceof DoorError ? undefined : t('Log in to go on.') };
  }
}

function Starting(): ReactElement {
  return (
    <main className="main starting" aria-busy="true">
      <p className="sr">{t('Loading')}</p>
    </main>
  );
}
