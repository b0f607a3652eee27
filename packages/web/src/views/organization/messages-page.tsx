import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { messageGroups } from './realm-entries.ts';
import { RealmGroups } from './realm-lines.tsx';

/** Limits on messages, how they are shown, and where the server tells of changes. */
export function MessagesPage(): ReactElement {
  return (
    <>
      <p className="help">{t('Rules for all messages. Changes are saved at once, for everybody.')}</p>
      <RealmGroups groups={messageGroups()} />
    </>
  );
}
