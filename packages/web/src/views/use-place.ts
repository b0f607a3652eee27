import { useCallback, useEffect, useMemo, useState } from 'react';
import { formatAddress, parseAddress } from '../data/address/address.ts';
import type { Chat } from '../data/chat.ts';
import type { Place } from '../data/address/place.ts';

export type Navigation = {
  readonly place: Place;
  readonly go: (place: Place) => void;
  readonly addressOf: (place: Place) => string;
};

const HOME: Place = { view: 'inbox' };

/** The place that the address of the page names, and ways to other places. */
export function usePlace(chat: Chat): Navigation {
  const [hash, setHash] = useState(() => globalThis.location.hash);
  useEffect(() => {
    const onChange = (): void => setHash(globalThis.location.hash);
    globalThis.addEventListener('hashchange', onChange);
    globalThis.addEventListener('popstate', onChange);
    return () => {
      globalThis.removeEventListener('hashchange', onChange);
      globalThis.removeEventListener('popstate', onChange);
    };
  }, []);
  const addressOf = useCallback((place: Place) => formatAddress(place, chat.state.get()), [chat]);
  const go = useCallback(
    (place: Place) => {
      const address = formatAddress(place, chat.state.get());
      if (address !== globalThis.location.hash) globalThis.history.pushState(null, '', address);
      setHash(address);
    },
    [chat],
  );
  // An unknown address leads home; the address itself stays, so that it can be corrected.
  const place = useMemo(() => parseAddress(hash, chat.state.get()) ?? HOME, [hash, chat]);
  return useMemo(() => ({ place, go, addressOf }), [place, go, addressOf]);
}
