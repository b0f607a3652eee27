import type { Sealer } from '../secrets/seal.ts';
import type { Tell } from './bus.ts';

type Said = { readonly kind: 'poke'; readonly head: number } | { readonly kind: 'tell'; readonly tell: Tell };

/** How nodes speak to each other over a bus that others may read and write. */
export type Speech = {
  subjectOf(realmId: number): string;
  poke(head: number): Uint8Array;
  tell(realmId: number, tell: Tell): Uint8Array;
  /** Undefined when it was not said by one of our nodes about this organization. */
  understand(realmId: number, data: Uint8Array): Said | undefined;
};

/** Shorter than anything that is sealed. */
const POKE = /^[0-9]{1,15}$/;

/**
 * A poke is a bare number: it only makes a node look. A tell becomes an event of somebody's queue, so it is
 * sealed with the secret that all nodes share, together with the organization that it belongs to.
 */
export const createSpeech = (sealer: Sealer): Speech => {
  // Two installations may share a server.
  const prefix = `parley.${sealer.fingerprint('bus', 'subject').slice(0, 16)}`;
  return {
    subjectOf: (realmId) => `${prefix}.${realmId}`,
    poke: (head) => Buffer.from(String(head)),
    tell: (realmId, tell) => sealer.seal(JSON.stringify({ realmId, tell })),
    understand: (realmId, data) => {
      const bytes = Buffer.from(data);
      const text = bytes.toString('latin1');
      if (POKE.test(text)) return { kind: 'poke', head: Number(text) };
      try {
        const opened = JSON.parse(sealer.open(bytes)) as Sealed;
        return opened.realmId === realmId ? { kind: 'tell', tell: opened.tell } : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

type Sealed = { readonly realmId?: number; readonly tell: Tell };
