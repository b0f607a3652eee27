import type { ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import type { LocalDraft } from '../../data/chat.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useCell } from '../../parts/use-cell.ts';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { KeptFrame, KeptRow } from './kept-frame.tsx';

/** Texts that have not been sent yet, newest first. */
export function DraftsView(): ReactElement {
  const chat = useChat();
  const drafts = [...useCell(chat.drafts.all)].toSorted(([, a], [, b]) => b.changed - a.changed);
  return (
    <KeptFrame title={t('Drafts')} count={drafts.length} empty="drafts">
      {drafts.map(([key, draft]) => (
        <DraftRow key={key} draft={draft} />
      ))}
    </KeptFrame>
  );
}

function DraftRow({ draft }: { readonly draft: LocalDraft }): ReactElement {
  const chat = useChat();
  const discard = (): void => {
    chat.drafts.set(draft.conversation, '');
    showToast({
      text: t('Draft deleted'),
      action: { label: t('Undo'), run: () => chat.drafts.set(draft.conversation, draft.text) },
    });
  };
  return (
    <KeptRow
      conversation={draft.conversation}
      text={draft.text}
      when={shortDay(draft.changed / 1000, now())}
      actions={<IconButton icon="trash" label={t('Delete the draft')} onClick={discard} />}
    />
  );
}
