import { useState, type ReactElement } from 'react';
import { addPeople } from '../../data/actions/channel-actions.ts';
import { showToast } from '../../parts/toast-store.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import { PeoplePicker } from '../picking/people-picker.tsx';
import type { Picked } from '../picking/picked.ts';
import { resolvePicked } from '../picking/resolve-picked.ts';
import styles from './add-people.module.css';

/** Adds people to a channel: by name, by group, of another channel, or from a pasted list. */
export function AddPeople({ channelId }: { readonly channelId: number }): ReactElement {
  const chat = useChat();
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const [isBusy, setBusy] = useState(false);
  const hasUnknown = picked.some(({ kind }) => kind === 'unknown');
  const add = async (): Promise<void> => {
    setBusy(true);
    const adding = resolvePicked(chat, picked).then((ids) => addPeople(chat, channelId, ids));
    const isAdded = await attempt(adding);
    setBusy(false);
    if (!isAdded) return;
    setPicked([]);
    showToast({
      text: plural(await adding, { one: '# person was added', other: '# people were added' }),
    });
  };
  return (
    <div className={styles['add']}>
      <PeoplePicker
        label={t('Add people')}
        isLabelHidden
        placeholder={picked.length === 0 ? t('Add people, a group, or paste addresses') : t('Add more')}
        help={picked.length === 0 ? t('Type # to copy the people of another channel.') : undefined}
        picked={picked}
        onChange={setPicked}
      />
      {picked.length === 0 ? null : (
        <button
          type="button"
          className="btn primary"
          disabled={hasUnknown || isBusy}
          onClick={() => void add()}
        >
          {t('Add')}
        </button>
      )}
    </div>
  );
}
