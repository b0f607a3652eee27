import { groupById, type UserGroup } from '../../../data/derived/groups.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat, usePlace } from '../../../screen/chat-context.ts';

/** The group in the second part of the address. */
export function useChosenGroup(): UserGroup | undefined {
  const chat = useChat();
  const place = usePlace();
  const [page, id = ''] = place.view === 'organization' ? place.page.split('/') : [];
  return useSelect(chat.state, (state) =>
    page === 'groups' && /^\d+$/.test(id) ? groupById(state, Number(id)) : undefined,
  );
}
