import type { ReactElement, ReactNode } from 'react';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { openPanel } from '../../screen/panel-store.ts';
import { userName } from '../../screen/titles.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import row from './panel-row.module.css';

/** A user in the side panel; opens the profile. */
export function UserLine(props: { readonly userId: number; readonly meta?: ReactNode }): ReactElement {
  const chat = useChat();
  const { userId } = props;
  const name = useSelect(chat.state, (state) => userName(state, userId));
  const presence = useSelect(chat.presence, (all) => all.get(userId) ?? 'offline');
  return (
    <button
      type="button"
      className={`${row['row']} ${row['user']}`}
      onClick={() => openPanel({ kind: 'user', userId })}
    >
      <UserPicture userId={userId} size={24} hasPresence />
      <bdi className="clip">{name}</bdi>
      <span className="sr">, {presenceWord(presence)}</span>
      <span className={row['meta']}>{props.meta}</span>
    </button>
  );
}

export function presenceWord(presence: 'online' | 'away' | 'offline'): string {
  return { online: t('online'), away: t('away'), offline: t('offline') }[presence];
}
