import { formatAddress, parseAddress } from '../data/address/address.ts';
import type { Place } from '../data/address/place.ts';
import { createCell, type Cell } from '../data/cell.ts';
import type { Chat } from '../data/chat.ts';

export type Navigation = {
  /** A cell, so that another place renders only the components that depend on it. */
  readonly place: Cell<Place>;
  /** Shows a place and adds it to the history. */
  readonly go: (place: Place) => void;
  /** Address of a place, for links. */
  readonly addressOf: (place: Place) => string;
  /** Follows the address of the page; the result ends that. */
  readonly follow: () => () => void;
};

const HOME: Place = { view: 'inbox' };

/** The place that the address of the page names, and ways to other places. */
export function createNavigation(chat: Chat): Navigation {
  const addressOf = (place: Place): string => formatAddress(place, chat.state.get());
  // An unknown address leads home; the address itself stays, so that it can be corrected.
  const placeOf = (hash: string): Place => parseAddress(hash, chat.state.get()) ?? HOME;
  let shown = globalThis.location.hash;
  const place = createCell(placeOf(shown));
  const show = (hash: string): void => {
    if (hash === shown) return;
    shown = hash;
    place.set(placeOf(hash));
  };
  return {
    place,
    addressOf,
    go: (target) => {
      const address = addressOf(target);
      const { history, location } = globalThis;
      // The entry of a layer that led there is no place to come back to.
      if (history.state !== null) history.replaceState(null, '', address);
      else if (address !== location.hash) history.pushState(null, '', address);
      show(address);
    },
    follow: () => {
      const onChange = (): void => show(globalThis.location.hash);
      globalThis.addEventListener('hashchange', onChange);
      globalThis.addEventListener('popstate', onChange);
      onChange();
      return () => {
        globalThis.removeEventListener('hashchange', onChange);
        globalThis.removeEventListener('popstate', onChange);
      };
    },
  };
}
