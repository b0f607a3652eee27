import type { ReactElement } from 'react';
import { narrowKey, type Narrow } from '../data/narrow/narrow.ts';
import { userById } from '../data/derived/users.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import styles from './typing-line.module.css';

/** Users who are typing here; its place is kept free, so that nothing moves. */
export function TypingLine({ narrow }: { readonly narrow: Narrow }): ReactElement | null {
  const chat = useChat();
  const ids = useSelect(chat.typing, (typing) => typing.get(narrowKey(narrow)));
  const users = useSelect(chat.state, userById);
  const names = (ids ?? []).filter((id) => id !== chat.selfId).map((id) => users.get(id)?.full_name ?? '');
  if (names.length === 0) return null;
  return (
    <div className={`wrap ${styles['frame']}`}>
      <div className={styles['typing']}>
        <span className={styles['dots']} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <span className="clip">{wordsOf(names)}</span>
      </div>
    </div>
  );
}

function wordsOf([first = '', second = '', ...others]: readonly string[]): string {
  if (second === '') return t('{name} is typing', { name: first });
  if (others.length === 0) return t('{first} and {second} are typing', { first, second });
  return t('Several people are typing');
}
