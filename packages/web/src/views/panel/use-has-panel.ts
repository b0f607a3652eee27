import type { Place } from '../../data/address/place.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { usePanel } from '../../screen/panel-store.ts';

/** Whether the side panel has something to show. */
export function useHasPanel(): boolean {
  const { place } = useChatScreen();
  const { content } = usePanel();
  return useSelect(place, (shown) => content?.kind === 'user' || (content !== undefined && hasFacts(shown)));
}

function hasFacts(place: Place): boolean {
  if (place.view !== 'messages') return place.view === 'topics';
  return 'channelId' in place.narrow || place.narrow.kind === 'direct';
}
