import type { Place } from '../../data/address/place.ts';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { panel } from '../../screen/panel-store.ts';

/** Whether the side panel has something to show. */
export function useHasPanel(): boolean {
  const { place } = useChatScreen();
  const { content } = useCell(panel);
  return useSelect(place, (shown) => content?.kind === 'user' || (content !== undefined && hasFacts(shown)));
}

function hasFacts(place: Place): boolean {
  if (place.view !== 'messages') return place.view === 'topics';
  return 'channelId' in place.narrow || place.narrow.kind === 'direct';
}
