import { useMemo } from 'react';
import { userById } from '../data/derived/users.ts';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { look } from '../screen/look-store.ts';
import { useChat } from '../screen/chat-context.ts';
import type { ContentSettings } from './settings.ts';

/** The same object until a fact changes that messages depend on. */
export function useContentSettings(): ContentSettings {
  const { state, selfId } = useChat();
  const groups = useSelect(state, ({ realm_user_groups }) => realm_user_groups);
  const hours = useSelect(state, ({ user_settings }) => user_settings?.twenty_four_hour_time);
  const emojiset = useSelect(state, ({ user_settings }) => user_settings?.emojiset);
  const { hasCards } = useCell(look);
  const playgrounds = useSelect(state, ({ realm_playgrounds }) => realm_playgrounds);
  return useMemo(
    () => ({
      selfId,
      groupIds: new Set((groups ?? []).filter(({ members }) => members.includes(selfId)).map(({ id }) => id)),
      hasTwelveHours: typeof hours === 'boolean' ? !hours : undefined,
      hasTextEmoji: emojiset === 'text',
      hasCards,
      nameOf: (id) => userById(state.get()).get(id)?.full_name,
      hasPlayground: (language) =>
        playgrounds?.some(({ pygments_language }) => pygments_language === language) ?? false,
    }),
    [selfId, groups, hours, emojiset, hasCards, state, playgrounds],
  );
}
