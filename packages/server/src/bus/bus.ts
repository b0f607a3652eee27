/** Says "look at the log". A poke carries no content and may be lost: it decides latency, never correctness. */
export type Bus = {
  poke(realmId: number, head: number): void;
  onPoke(listener: (realmId: number, head: number) => void): void;
  close(): Promise<void>;
};

/** The bus of a node that is alone. */
export const createLocalBus = (): Bus => {
  const listeners: ((realmId: number, head: number) => void)[] = [];
  return {
    poke: (realmId, head) => {
      for (const listener of listeners) listener(realmId, head);
    },
    onPoke: (listener) => {
      listeners.push(listener);
    },
    close: async () => {},
  };
};
