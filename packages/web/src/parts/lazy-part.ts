import { createElement, lazy, useEffect, useState, type ComponentType } from 'react';
import { explainMissingPart } from './new-version.ts';

/** A component in a chunk of its own. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads the chunk, so that the component renders at once; a failure shows when it renders. */
  readonly load: () => Promise<void>;
};

/** A component that cannot be loaded renders nothing and says why, each time. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const Lazy = lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing };
    }
  });
  function Part(props: P) {
    // A loaded component does not suspend, because React holds back what has been suspended for 300 ms.
    const [Body] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Body, props);
  }
  return Object.assign(Part, {
    load: async () => {
      loaded = await load().catch(() => undefined);
    },
  });
}

function Missing(): null {
  useEffect(explainMissingPart, []);
  return null;
}
