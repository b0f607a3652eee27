import { lazy, useEffect, type ComponentType, type LazyExoticComponent } from 'react';
import { explainMissingPart } from './new-version.ts';

/** A component in a chunk of its own; one that cannot be loaded renders nothing and says why, each time. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing };
    }
  });
}

function Missing(): null {
  useEffect(explainMissingPart, []);
  return null;
}
