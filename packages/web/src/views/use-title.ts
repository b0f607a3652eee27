import { useEffect } from 'react';
import { useCell } from '../parts/use-cell.ts';
import { useChatScreen } from './chat-context.ts';
import { placeName } from './titles.ts';

/** Keeps the title of the page: unread count, place, organization. */
export function useTitle(): void {
  const { chat, place } = useChatScreen();
  const state = useCell(chat.state);
  const { total } = useCell(chat.unread);
  useEffect(() => {
    const count = total === 0 ? '' : `(${total}) `;
    document.title = `${count}${placeName(state, place)} · ${state.realm_name ?? 'Parley'}`;
  }, [place, state, total]);
}
