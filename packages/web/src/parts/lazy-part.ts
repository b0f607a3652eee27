import { createElement, lazy, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { after } from '../data/clock.ts';
import { explainMissingPart } from './new-version.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** A component in a chunk of its own. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads the chunk, so that the component renders at once; a failure shows when it renders. */
  readonly load: () => Promise<void>;
};

/** A component that could not be loaded renders nothing, says why, and is loaded again until it is there. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const Lazy = lazy(async () => {
    try {
      loaded = await load();
      return { default: loaded };
    } catch {
      return { default: Missing };
    }
  });
  function Missing(props: P): ReactElement | null {
    const [Found, setFound] = useState<ComponentType<P> | undefined>(() => loaded);
    useEffect(
      () =>
        repeat(async () => {
          loaded ??= await load();
          setFound(() => loaded);
        }),
      [],
    );
    return Found === undefined ? null : createElement(Found, props);
  }
  function Part(props: P) {
    // A loaded component does not suspend, because React holds back what has been suspended for 300 ms.
    const [Body] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Body, props);
  }
  return Object.assign(Part, {
    load: async () => {
      loaded = await load().catch(() => loaded);
    },
  });
}

/** Tries with growing pauses until it succeeds or is ended; the first failure is told. */
function repeat(attempt: () => Promise<void>): () => void {
  let isEnded = false;
  let cancel: (() => void) | undefined;
  const run = async (pause: number): Promise<void> => {
    try {
      await attempt();
    } catch {
      if (isEnded) return;
      if (pause === FIRST_PAUSE_MS) explainMissingPart();
      cancel = after(pause, () => void run(Math.min(2 * pause, LONGEST_PAUSE_MS)));
    }
  };
  void run(FIRST_PAUSE_MS);
  return () => {
    isEnded = true;
    cancel?.();
  };
}
