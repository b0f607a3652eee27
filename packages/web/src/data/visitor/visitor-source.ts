import { ApiError, type Client, type State } from '@parley/client';
import { createCell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import { callEach } from '../faults.ts';
import { registration } from '../keeper/registration.ts';
import type { Link } from '../link.ts';
import type { Batch, Source } from '../model/store.ts';

/** Time between two looks at the server while the page is in sight; an address has 100 requests a minute for all its visitors. */
const REFRESH_MS = 30_000;
/** Parts of the state that change for visitors while they read; people come with the first registration. */
const REFRESHED = ['subscription', 'channel_folders'] as const;

export type VisitorSourceOptions = {
  readonly client: Client;
  readonly clock: ChatClock;
  readonly isInSight: () => boolean;
  /** Calls back when the page comes into sight. */
  readonly onSight: (listener: () => void) => () => void;
};

/** The state of a visitor, who gets no queue: it is fetched again while the page is in sight, and all windows with it. */
export function visitorSource({ client, clock, isInSight, onSight }: VisitorSourceOptions): Source {
  const link = createCell<Link>({ status: 'starting', asOf: clock.now() });
  const listeners = new Set<(batch: Batch) => void>();
  let known: State | undefined;
  let cancel = (): void => undefined;
  let isClosed = false;

  const fetchState = async (parts?: typeof REFRESHED): Promise<State> => {
    const { idle_queue_timeout: _, ...options } = registration;
    const state = await client.registerQueue({
      ...options,
      include_subscribers: 'false',
      ...(parts === undefined ? {} : { fetch_event_types: [...parts] }),
    });
    return { ...known, ...state };
  };
  const look = async (): Promise<void> => {
    cancel();
    try {
      if (isInSight()) {
        known = await fetchState(REFRESHED);
        link.set({ status: 'live', asOf: clock.now() });
        callEach(listeners, { kind: 'snapshot', state: known });
      }
    } catch (error) {
      const hasEnded = error instanceof ApiError && error.status === 401;
      link.set({ status: hasEnded ? 'ended' : 'offline', asOf: link.get().asOf, error });
    }
    cancel();
    if (!isClosed && link.get().status !== 'ended') cancel = clock.after(REFRESH_MS, () => void look());
  };
  const begin = async (): Promise<State> => {
    known = await fetchState();
    link.set({ status: 'live', asOf: clock.now() });
    cancel = clock.after(REFRESH_MS, () => void look());
    return known;
  };
  const ignoreSight = onSight(() => {
    if (known !== undefined && clock.now() - link.get().asOf >= REFRESH_MS) void look();
  });

  return {
    first: begin(),
    link,
    onBatch: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    queueId: () => undefined,
    close: () => {
      isClosed = true;
      cancel();
      ignoreSight();
      return Promise.resolve();
    },
  };
}
