import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { UserLine } from './user-line.tsx';

/** The users of a direct conversation of several. */
export function GroupPanel({ userIds }: { readonly userIds: readonly number[] }): ReactElement {
  const { selfId } = useChat();
  return (
    <section>
      <h3>{t('People')}</h3>
      {[...userIds, selfId].map((id) => (
        <UserLine key={id} userId={id} meta={id === selfId ? t('you') : undefined} />
      ))}
    </section>
  );
}
