import type { Client, News, State } from '@parley/client';
import { createCell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import { callEach } from '../faults.ts';
import type { Link } from '../link.ts';
import { registration } from './registration.ts';
import type { Batch, Source } from '../model/store.ts';

/** A source without a disk: it registers a queue and deletes it at the end. */
export function liveSource(client: Client, clock: ChatClock): Source {
  const link = createCell<Link>({ status: 'starting', asOf: clock.now() });
  const listeners = new Set<(batch: Batch) => void>();
  const kept: Batch[] = [];
  const first = Promise.withResolvers<State>();
  let queueId: string | undefined;

  const give = (batch: Batch): void => {
    if (listeners.size === 0) kept.push(batch);
    callEach(listeners, batch);
  };
  const onNews = (news: News, state: State): void => {
    if (news.kind === 'event') return;
    const isFirst = queueId === undefined;
    queueId = state.queue_id;
    if (isFirst) first.resolve(state);
    else give({ kind: 'snapshot', state });
  };
  const live = client.live({
    register: registration,
    usersInParts: true,
    onNews,
    onBatch: (events, state) => {
      give({ kind: 'events', events, state });
    },
  });
  live.subscribe(({ status, ...rest }) => {
    const error = 'error' in rest ? rest.error : undefined;
    const asOf = status === 'live' ? clock.now() : link.get().asOf;
    link.set({ status, asOf, ...(error === undefined ? {} : { error }) });
    if (status === 'ended') first.reject(error ?? new Error('The connection ended before the first state.'));
  });

  return {
    first: first.promise,
    link,
    onBatch: (listener) => {
      listeners.add(listener);
      for (const batch of kept.splice(0)) callEach([listener], batch);
      return () => {
        listeners.delete(listener);
      };
    },
    queueId: () => queueId,
    close: () => live.stop(),
  };
}
