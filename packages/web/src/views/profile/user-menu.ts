import { refusePasswordLinkFor, type State } from '@parley/client';
import { setStatusOf } from '../../data/actions/moderation-actions.ts';
import type { Chat } from '../../data/chat.ts';
import { userById } from '../../data/derived/users.ts';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { showToast } from '../../parts/toast-store.ts';
import { attempt } from '../../screen/attempt.ts';
import { t } from '../../words/index.ts';
import { copyPasswordLink } from '../../screen/copy-password-link.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { muteUser } from '../../screen/mute-user.ts';
import { statusEmoji } from '../you/status-text.tsx';

/** Actions on a user. */
export function userMenu({ chat, go }: ChatScreen, userId: number, onLeave?: () => void): MenuGroup[] {
  const isMuted = chat.state.get().muted_users?.some(({ id }) => id === userId) === true;
  const isSelf = userId === chat.selfId;
  const terms = [{ operator: 'sender', operand: userId }] as const;
  return [
    {
      entries: [
        {
          id: 'messages',
          label: isSelf ? t('My messages') : t('Messages by this person'),
          icon: 'search',
          run: () => {
            onLeave?.();
            go({ view: 'messages', narrow: { kind: 'search', terms } });
          },
        },
        ...(isSelf
          ? []
          : [
              {
                id: 'mute',
                label: isMuted ? t('Unmute this person') : t('Mute this person'),
                icon: isMuted ? 'bell' : 'mute',
                run: () => void muteUser(chat, userId, !isMuted),
              } as const,
            ]),
        ...(mayHelp(chat.state.get(), userId) && !isSelf
          ? [
              {
                id: 'password-link',
                label: t('Copy a link for a new password'),
                icon: 'key',
                run: () => void copyPasswordLink(userId),
              } as const,
            ]
          : []),
        ...statusEntries(chat, userId),
      ],
    },
  ];
}

/** Administrators clear the status of a person. */
function statusEntries(chat: Chat, userId: number): MenuEntry[] {
  const state = chat.state.get();
  const status = state.user_status?.[String(userId)];
  const before = { text: status?.status_text ?? '', emoji: statusEmoji(status) };
  const isEmpty = before.text === '' && before.emoji === undefined;
  if (state.is_admin !== true || userId === chat.selfId || isEmpty) return [];
  const clear = async (): Promise<void> => {
    if (!(await attempt(setStatusOf(chat, userId, { text: '', emoji: undefined })))) return;
    showToast({
      text: t('The status is cleared'),
      action: { label: t('Undo'), run: () => void attempt(setStatusOf(chat, userId, before)) },
    });
  };
  return [{ id: 'clear-status', label: t('Clear the status'), icon: 'x', run: () => void clear() }];
}

/** Whether the reader may make a link with which the user chooses a new password. */
function mayHelp(state: State, userId: number): boolean {
  const user = userById(state).get(userId);
  if (user === undefined || user.is_bot || !('role' in user)) return false;
  return refusePasswordLinkFor(state, user.role) === undefined;
}
