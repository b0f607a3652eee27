import { useEffect, useLayoutEffect, useRef } from 'react';
import { after } from '../data/clock.ts';
import { PHONE_QUERY } from './use-media.ts';

type Layer = { readonly close: () => void };

/** State of an entry of the history that belongs to a layer; entries of places have none. */
type LayerEntry = { readonly depth: number };

/** Open layers over the page, the topmost last. */
const layers: Layer[] = [];
/** The page itself goes back over the entries of closed layers. */
let isLeaving = false;
let isFollowing = false;

/** On phones, gives a layer over the page an entry of the history, so that Back closes it and nothing else. */
export function useHistoryLayer(onClose: (() => void) | undefined): void {
  const latest = useRef(onClose);
  useLayoutEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  const hasLayer = onClose !== undefined;
  useEffect(() => {
    if (!hasLayer || !globalThis.matchMedia(PHONE_QUERY).matches) return undefined;
    return openLayer({ close: () => latest.current?.() });
  }, [hasLayer]);
}

function openLayer(layer: Layer): () => void {
  follow();
  layers.push(layer);
  if (!isLeaving) addEntries();
  return () => {
    const at = layers.indexOf(layer);
    if (at === -1) return;
    layers.splice(at, 1);
    // A place or layer that comes at once takes over the entry.
    after(0, leaveEntries);
  };
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  // The entry of a layer from before a reload.
  if (depth() > 0) globalThis.history.replaceState(null, '');
  globalThis.addEventListener('popstate', () => {
    if (isLeaving) {
      isLeaving = false;
      addEntries();
    } else if (depth() > layers.length) globalThis.history.back();
    else for (const { close } of layers.splice(depth()).toReversed()) close();
  });
}

function addEntries(): void {
  for (let next = depth() + 1; next <= layers.length; next += 1)
    globalThis.history.pushState({ depth: next } satisfies LayerEntry, '');
}

function leaveEntries(): void {
  const extra = depth() - layers.length;
  if (extra <= 0 || isLeaving) return;
  isLeaving = true;
  globalThis.history.go(-extra);
}

/** Layers up to the current entry of the history. */
function depth(): number {
  return (globalThis.history.state as LayerEntry | null)?.depth ?? 0;
}
