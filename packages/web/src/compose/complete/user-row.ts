import type { State } from '@parley/client';
import type { Chat, PresenceStatus } from '../../data/chat.ts';
import { t } from '../../words/index.ts';
import type { UserMatch } from './rank-users.ts';
import type { Suggestion } from './suggestion.ts';

export type StateUser = NonNullable<State['realm_users']>[number];

/** The row of a found user; it shows the address if the search matched the address. */
export function userRow(
  { user, match, isByAddress }: UserMatch<StateUser>,
  chat: Chat,
  meta: string | undefined,
): Omit<Suggestion, 'insert'> {
  const detail = isByAddress ? (user.delivery_email ?? user.email) : user.is_bot ? t('bot') : undefined;
  return {
    key: `user:${user.user_id}`,
    sign: {
      kind: 'user',
      userId: user.user_id,
      name: user.full_name,
      url: user.avatar_url,
      presence: presenceOf(chat, user.user_id),
    },
    title: user.full_name,
    marks: isByAddress ? [] : match.marks,
    ...(detail === undefined ? {} : { detail }),
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Presence is not known while the server cannot be reached. */
function presenceOf(chat: Chat, userId: number): PresenceStatus | undefined {
  return chat.link.get().status === 'live' ? chat.presence.get().get(userId) : undefined;
}
