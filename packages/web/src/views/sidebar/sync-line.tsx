import type { ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import { Icon } from '../../parts/icon.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import styles from './sync-line.module.css';

/** Says since when the client works without the server; nothing while it is connected. */
export function SyncLine({ className = '' }: { readonly className?: string }): ReactElement | null {
  const chat = useChat();
  const { status, asOf } = useCell(chat.link);
  if (status !== 'offline') return null;
  return (
    <output className={`${styles['line']} ${className}`}>
      <Icon name="cloud" isSmall />
      {t('Working offline, as of {time}', { time: shortDay(asOf / 1000, now()) })}
    </output>
  );
}
