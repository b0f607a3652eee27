import { useEffect } from 'react';
import { useSelect } from '../parts/use-cell.ts';
import { useChat, usePlace } from './chat-context.ts';
import { placeName } from './titles.ts';

/** Keeps the title of the page: unread count, place, organization. Renders nothing, so that events cost no more than that. */
export function PageTitle(): null {
  const chat = useChat();
  const place = usePlace();
  const name = useSelect(chat.state, (state) => placeName(state, place));
  const organization = useSelect(chat.state, (state) => state.realm_name ?? 'Parley');
  const total = useSelect(chat.unread, (unread) => unread.total);
  useEffect(() => {
    const count = total === 0 ? '' : `(${total}) `;
    document.title = `${count}${name} · ${organization}`;
  }, [name, organization, total]);
  return null;
}
