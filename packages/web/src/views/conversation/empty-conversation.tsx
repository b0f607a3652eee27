import type { ReactElement } from 'react';
import type { Narrow } from '../../data/narrow/narrow.ts';
import type { ViewKind } from '../../words/view-states.ts';
import { EmptyView } from '../empty/empty-view.tsx';

/** Says what comes here, where nothing has come yet. */
export function EmptyConversation({ narrow }: { readonly narrow: Narrow }): ReactElement {
  return (
    <EmptyView
      view={kindOf(narrow)}
      channelId={'channelId' in narrow ? narrow.channelId : undefined}
      userIds={narrow.kind === 'direct' ? narrow.userIds : undefined}
      look={isWrittenIn(narrow) ? undefined : 'high'}
    />
  );
}

/** Whether messages are written in the view itself: its text stands by the composer then. */
function isWrittenIn({ kind }: Narrow): boolean {
  return kind === 'topic' || kind === 'direct' || kind === 'channel';
}

function kindOf(narrow: Narrow): ViewKind {
  if (narrow.kind === 'all') return 'feed';
  if (narrow.kind === 'channel') return 'topics';
  return narrow.kind === 'direct' && narrow.userIds.length === 0 ? 'notes' : narrow.kind;
}
