import type { ReactElement } from 'react';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { t } from '../../words/index.ts';

/** Says what comes here, where nothing has come yet. */
export function EmptyConversation({ narrow }: { readonly narrow: Narrow }): ReactElement {
  const [title, text] = wordsOf(narrow);
  return (
    <div className={isWrittenIn(narrow) ? 'empty' : 'empty high'}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}

/** Whether messages are written in the view itself: its text stands by the composer then. */
function isWrittenIn({ kind }: Narrow): boolean {
  return kind === 'topic' || kind === 'direct' || kind === 'channel';
}

function wordsOf(narrow: Narrow): readonly [title: string, text: string] {
  switch (narrow.kind) {
    case 'topic':
      return [t('Nothing here yet'), t('Write the first message of this topic.')];
    case 'direct':
      return narrow.userIds.length === 0
        ? [t('Notes to yourself'), t('Only you can read what you write here.')]
        : [t('No messages yet'), t('Say hello: what you write here is between you.')];
    case 'starred':
      return [t('Nothing starred'), t('Star a message to find it here again.')];
    case 'mentions':
      return [t('No mentions'), t('Messages that mention you come here.')];
    case 'reactions':
      return [t('No reactions yet'), t('Your messages that others react to come here.')];
    case 'all':
    case 'channel':
    case 'search':
      return [t('No messages yet'), t('Messages come here as they are written.')];
  }
}
