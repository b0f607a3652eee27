import { createElement, lazy, useEffect, useState, type ComponentType } from 'react';
import { explainMissingPart } from './new-version.ts';

/** A component in a chunk of its own. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads the chunk, so that the component renders at once; a failure shows when it renders. */
  readonly load: () => Promise<void>;
};

/** A component that cannot be loaded renders nothing and says why; the next time it is shown, it is loaded again. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const begin = (): ComponentType<P> =>
    lazy(async () => {
      try {
        loaded = await load();
        return { default: loaded };
      } catch {
        return { default: Missing };
      }
    });
  let Lazy = begin();
  function Missing(): null {
    useEffect(() => {
      // Not before it is shown: what suspends starts over with the present one.
      Lazy = begin();
      explainMissingPart();
    }, []);
    return null;
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
