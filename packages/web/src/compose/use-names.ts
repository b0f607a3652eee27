import type { State } from '@parley/client';
import { useCallback } from 'react';
import { userById } from '../data/derived/users.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';

/** Names of users, in the order of their ids. */
export function useUserNames(userIds: readonly number[]): readonly string[] {
  const chat = useChat();
  const select = useCallback(
    (state: State) => userIds.map((id) => userById(state).get(id)?.full_name ?? t('Unknown user')),
    [userIds],
  );
  return useSelect(chat.state, select, isEqual);
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
