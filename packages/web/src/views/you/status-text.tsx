import type { State } from '@parley/client';
import type { ReactElement } from 'react';
import type { ReactionEmoji } from '../../data/chat.ts';
import { EmojiSign } from '../../content/emoji-sign.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';

export type UserStatus = NonNullable<State['user_status']>[string];

/** The status of a user; undefined when there is none. */
export function useStatus(userId: number): UserStatus | undefined {
  const chat = useChat();
  return useSelect(chat.state, (state) => {
    const status = state.user_status?.[String(userId)];
    return (status?.status_text ?? '') === '' && (status?.emoji_name ?? '') === '' ? undefined : status;
  });
}

/** The emoji of a status; undefined when it has none. */
export function statusEmoji(status: UserStatus | undefined): ReactionEmoji | undefined {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = status ?? {};
  if (name === undefined || code === undefined || type === undefined || name === '') return undefined;
  return { name, code, type };
}

export function StatusText({ status }: { readonly status: UserStatus }): ReactElement {
  const emoji = statusEmoji(status);
  return (
    <>
      {emoji === undefined ? null : (
        <>
          <EmojiSign emoji={emoji} />{' '}
        </>
      )}
      <bdi>{status.status_text}</bdi>
    </>
  );
}
