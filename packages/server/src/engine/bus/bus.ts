import type { LoggedEvent } from '../log/logged-event.ts';
import type { Audience } from '../log/audience.ts';

/** An event that is not in the log and is delivered at most once, such as typing. */
export type EphemeralEvent = {
  readonly audience: Audience;
  readonly event: LoggedEvent;
  /** The position at which the audience is judged; undefined for the one that a node has read. */
  readonly position?: number;
};

type WakeUpListener = (realmId: number, head: number) => void;
type BroadcastListener = (text: string) => void;
type EphemeralListener = (realmId: number, ephemeral: EphemeralEvent) => void;

/**
 * Connects the nodes. A wake-up makes other nodes read the log: it carries no content and may be lost, so it decides
 * latency, never correctness. An ephemeral event is not in the log and is delivered at most once.
 */
export type Bus = {
  wakeUp: WakeUpListener;
  onWakeUp(listener: WakeUpListener): void;
  publish: EphemeralListener;
  onEphemeral(listener: EphemeralListener): void;
  /** Sends a text to all other nodes, at most once. */
  broadcast: BroadcastListener;
  onBroadcast(listener: BroadcastListener): void;
  /** Subscribes this node to an organization. */
  follow(realmId: number): void;
  unfollow(realmId: number): void;
  /** False while messages do not reach other nodes. */
  isConnected(): boolean;
  close(): Promise<void>;
};

/** The bus of a single node. */
export function createLocalBus(): Bus {
  const onWakeUps: WakeUpListener[] = [];
  const onEphemerals: EphemeralListener[] = [];
  return {
    wakeUp: (realmId, head) => {
      for (const listener of onWakeUps) listener(realmId, head);
    },
    onWakeUp: (listener) => {
      onWakeUps.push(listener);
    },
    publish: (realmId, ephemeral) => {
      for (const listener of onEphemerals) listener(realmId, ephemeral);
    },
    onEphemeral: (listener) => {
      onEphemerals.push(listener);
    },
    broadcast: () => {},
    onBroadcast: () => {},
    follow: () => {},
    unfollow: () => {},
    isConnected: () => true,
    close: async () => {},
  };
}
