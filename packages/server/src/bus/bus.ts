import type { LoggedEvent } from '../log/logged-event.ts';
import type { Audience } from '../log/audience.ts';

/** An event that is not in the log: worth something now or never. */
export type Tell = { readonly audience: Audience; readonly event: LoggedEvent };

type Pokes = (realmId: number, head: number) => void;
type Tells = (realmId: number, tell: Tell) => void;

/**
 * Between nodes. A poke says "look at the log": it carries no content and may be lost, so it decides latency,
 * never correctness. A tell carries an event that is not in the log; one that is lost is lost.
 */
export type Bus = {
  poke: Pokes;
  onPoke(listener: Pokes): void;
  tell: Tells;
  onTell(listener: Tells): void;
  /** Says that this node wants to hear of an organization, or no longer does. */
  follow(realmId: number): void;
  unfollow(realmId: number): void;
  close(): Promise<void>;
};

/** The bus of a node that is alone. */
export const createLocalBus = (): Bus => {
  const pokes: Pokes[] = [];
  const tells: Tells[] = [];
  return {
    poke: (realmId, head) => {
      for (const listener of pokes) listener(realmId, head);
    },
    onPoke: (listener) => {
      pokes.push(listener);
    },
    tell: (realmId, tell) => {
      for (const listener of tells) listener(realmId, tell);
    },
    onTell: (listener) => {
      tells.push(listener);
    },
    follow: () => {},
    unfollow: () => {},
    close: async () => {},
  };
};
