import { applyEvent, createClient, type ServerEvent, type State } from '@parley/client';
import { StrictMode, type ReactElement } from 'react';
import { render } from 'vitest-browser-react';
import type { Place } from '../../src/data/address/place.ts';
import { createCell } from '../../src/data/cell.ts';
import type { Chat } from '../../src/data/chat.ts';
import { createChat } from '../../src/data/create-chat.ts';
import type { Link } from '../../src/data/link.ts';
import type { Batch, Source } from '../../src/data/model/store.ts';
import { createDispatcher } from '../../src/keys/dispatcher.ts';
import { DispatcherContext } from '../../src/keys/use-command.ts';
import { ChatProvider } from '../../src/screen/chat-provider.tsx';
import { exampleState } from './examples.ts';

/** A request of the component, without those that the data layer makes by itself. */
export type Asked = { readonly method: string; readonly path: string; readonly body: string };

export type Shown = {
  readonly chat: Chat;
  readonly asked: readonly Asked[];
  /** Places that the component went to. */
  readonly went: readonly Place[];
  /** Lets events of the server arrive. */
  readonly happen: (...events: readonly ServerEvent[]) => void;
};

export type ShowOptions = {
  readonly state?: State;
  /** Whether the server cannot be reached. */
  readonly isOffline?: boolean;
  /** Results by path; other requests get an empty one. */
  readonly answers?: Readonly<Record<string, object>>;
};

const OWN_REQUESTS = /\/(?:users\/me\/presence|typing|events|register)$/;

/** Shows a component with the data layer of the client over a server that answers what the test says. */
export async function show(component: ReactElement, options: ShowOptions = {}): Promise<Shown> {
  const { state: first = exampleState(), answers = {}, isOffline = false } = options;
  const asked: Asked[] = [];
  const went: Place[] = [];
  const listeners = new Set<(batch: Batch) => void>();
  let state = first;
  const link: Link = { status: isOffline ? 'offline' : 'live', asOf: Date.now() };
  const source: Source = {
    first: Promise.resolve(first),
    link: createCell<Link>(link),
    onBatch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    queueId: () => 'example',
    close: () => Promise.resolve(),
  };
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^\/(?:api\/v1|json)/, '');
    if (!OWN_REQUESTS.test(path))
      asked.push({ method: request.method, path, body: await request.clone().text() });
    if (isOffline) throw new TypeError('Failed to fetch');
    return Response.json({ result: 'success', msg: '', ...answers[path] });
  };
  const client = createClient({ url: 'http://server.test', fetch: answer, email: 'a@b.test', apiKey: 'k' });
  const chat = await createChat(client, { source });
  await render(
    <StrictMode>
      <DispatcherContext value={createDispatcher(() => performance.now())}>
        <ChatProvider
          screen={{
            chat,
            place: createCell<Place>({ view: 'inbox' }),
            go: (place) => went.push(place),
            addressOf: (place) => `#${place.view}`,
            logOut: () => Promise.resolve(),
          }}
        >
          {component}
        </ChatProvider>
      </DispatcherContext>
    </StrictMode>,
  );
  return {
    chat,
    asked,
    went,
    happen: (...events) => {
      state = events.reduce(applyEvent, state);
      for (const listener of listeners) listener({ kind: 'events', events, state });
    },
  };
}
