import { applyEvent, createClient, type ServerEvent, type State } from '@parley/client';
import { StrictMode, useState, type ReactElement, type ReactNode } from 'react';
import type { Place } from '../../src/data/address/place.ts';
import { createCell } from '../../src/data/cell.ts';
import type { Chat } from '../../src/data/chat.ts';
import { now } from '../../src/data/clock.ts';
import { createChat } from '../../src/data/create-chat.ts';
import { cureRefusal } from '../../src/data/session/cure-refusal.ts';
import type { Link } from '../../src/data/link.ts';
import type { Batch, Source } from '../../src/data/model/store.ts';
import { createDispatcher } from '../../src/keys/dispatcher.ts';
import { DispatcherContext } from '../../src/keys/use-command.ts';
import { ChatProvider } from '../../src/screen/chat-provider.tsx';
import { exampleState } from './examples.ts';

/** A request of the component, without those that the data layer makes by itself. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
};

export type ExampleOptions = {
  readonly state?: State;
  /** Whether the server cannot be reached. */
  readonly isOffline?: boolean;
  /** Whether the server never answers. */
  readonly isSilent?: boolean;
  /** Results by path; other requests get an empty one. */
  readonly answers?: Readonly<Record<string, object>>;
  /** Paths whose requests the server refuses. */
  readonly refused?: readonly string[];
  /** Code of these refusals. */
  readonly refusal?: string;
};

export type ExampleChat = {
  readonly chat: Chat;
  readonly asked: readonly Asked[];
  /** Lets events of the server arrive. */
  readonly happen: (...events: readonly ServerEvent[]) => void;
};

const OWN_REQUESTS = /\/(?:users\/me\/presence|typing|events|register|last-changes)$/;

/** The data layer of the client over a server that answers what the caller says. */
export async function exampleChat(options: ExampleOptions = {}): Promise<ExampleChat> {
  const {
    state: first = exampleState(),
    answers = {},
    isOffline = false,
    isSilent = false,
    refused = [],
    refusal = 'BAD_REQUEST',
  } = options;
  const asked: Asked[] = [];
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
    const { pathname, searchParams: query } = new URL(request.url);
    const path = pathname.replace(/^\/(?:api\/v1|json)/, '');
    if (!OWN_REQUESTS.test(path))
      asked.push({ method: request.method, path, query, body: await request.clone().text() });
    if (isOffline) throw new TypeError('Failed to fetch');
    if (isSilent) return new Promise(() => undefined);
    if (refused.includes(path))
      return Response.json(
        { result: 'error', msg: 'The server has a problem.', code: refusal },
        { status: 400 },
      );
    return Response.json({ result: 'success', msg: '', ...answers[path] });
  };
  const client = createClient({
    url: 'http://server.test',
    fetch: answer,
    email: 'a@b.test',
    apiKey: 'k',
    onTrouble: () => undefined,
    onRefusal: cureRefusal,
  });
  return {
    chat: await createChat(client, { source }),
    asked,
    happen: (...events) => {
      state = events.reduce(applyEvent, state);
      for (const listener of listeners) listener({ kind: 'events', events, state });
    },
  };
}

export type ExampleScreenProps = {
  readonly chat: Chat;
  readonly place?: Place;
  /** Hears of places that the components go to. */
  readonly onGo?: (place: Place) => void;
  readonly children: ReactNode;
};

/** The surroundings that components have in the client. */
export function ExampleScreen(props: ExampleScreenProps): ReactElement {
  const { chat, place = { view: 'inbox' }, onGo, children } = props;
  const [dispatcher] = useState(() => createDispatcher(now));
  return (
    <StrictMode>
      <DispatcherContext value={dispatcher}>
        <ChatProvider
          screen={{
            chat,
            place: createCell<Place>(place),
            go: (target) => onGo?.(target),
            addressOf: (target) => `#${target.view}`,
            logOut: () => Promise.resolve(),
          }}
        >
          {children}
        </ChatProvider>
      </DispatcherContext>
    </StrictMode>
  );
}
