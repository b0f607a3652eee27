import type { Clock } from '@parley/client/clock.ts';
import { reportFault } from '../faults.ts';
import type { Replica } from './replica.ts';
import type { TabMessage } from './tabs.ts';

const ASK_AGAIN_MS = 3_000;
/** Questions without an answer after which the leader counts as hung. */
const MAX_UNANSWERED_ASKS = 5;
/** The leader says something at every heartbeat of its queue. */
const MAX_SILENCE_MS = 150_000;

export type Follower = {
  readonly hear: (message: TabMessage) => void;
  /** Asks the leader for what this tab lacks. */
  readonly ask: () => void;
  readonly stop: () => void;
};

/** Keeps a tab up to date by the messages of the leader. */
export function createFollower(
  tab: string,
  replica: Replica,
  clock: Clock,
  post: (message: TabMessage) => void,
  onHung: () => void,
): Follower {
  let cancel: (() => void) | undefined;
  let unanswered = 0;

  const wait = (milliseconds: number): void => {
    cancel?.();
    cancel = clock.after(milliseconds, ask);
  };
  const ask = (): void => {
    if (unanswered >= MAX_UNANSWERED_ASKS) {
      unanswered = 0;
      onHung();
    }
    unanswered += 1;
    const cursor = replica.cursor();
    const mark =
      cursor === undefined ? undefined : { queueId: cursor.queueId, lastEventId: cursor.lastEventId };
    wait(ASK_AGAIN_MS);
    post({ kind: 'ask', tab, mark });
  };

  /** False if this tab must ask; for the whole state, if it cannot apply the events. */
  const takeEvents = (message: TabMessage & { kind: 'events' }): boolean => {
    const { queueId, from, events, lastEventId } = message;
    try {
      return replica.extend(queueId, from, events, lastEventId);
    } catch (error) {
      reportFault(error);
      replica.drop();
      return false;
    }
  };

  return {
    ask,
    stop: () => {
      cancel?.();
      cancel = undefined;
      unanswered = 0;
    },
    hear: (message) => {
      if (message.kind === 'ask' || message.kind === 'texts' || message.kind === 'check') return;
      unanswered = 0;
      wait(replica.cursor() === undefined ? ASK_AGAIN_MS : MAX_SILENCE_MS);
      if (message.kind === 'registered') ask();
      else if (message.kind === 'link') replica.setLink(message.link);
      else if (message.kind === 'state' && message.tab === tab)
        replica.replace({ state: message.state, ...message.mark });
      else if (message.kind === 'events') {
        if (!takeEvents(message)) ask();
      }
    },
  };
}
