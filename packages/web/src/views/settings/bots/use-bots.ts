import { useMemo } from 'react';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { botsOf, type BotRow } from './bot-list.ts';

/** All bots of the organization by name. */
export function useBots(): readonly BotRow[] {
  const chat = useChat();
  const users = useSelect(chat.state, (state) => state.realm_users);
  const others = useSelect(chat.state, (state) => state.realm_non_active_users);
  const bots = useSelect(chat.state, (state) => state.realm_bots);
  const isAdmin = useSelect(chat.state, (state) => state.is_admin === true);
  return useMemo(
    () =>
      botsOf({
        user_id: chat.selfId,
        is_admin: isAdmin,
        ...(users === undefined ? {} : { realm_users: users }),
        ...(others === undefined ? {} : { realm_non_active_users: others }),
        ...(bots === undefined ? {} : { realm_bots: bots }),
      }),
    [chat, users, others, bots, isAdmin],
  );
}
