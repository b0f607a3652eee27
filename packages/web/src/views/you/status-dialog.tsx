import { useActionState, useState, type ReactElement } from 'react';
import type { ReactionEmoji } from '../../data/chat.ts';
import { setOwnStatus, type OwnStatus } from '../../data/actions/own-actions.ts';
import { EmojiSign } from '../../content/emoji-sign.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmojiPickerOnDemand } from '../../parts/emoji-picker-on-demand.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { statusEmoji, useStatus } from './status-text.tsx';
import styles from './status-dialog.module.css';
import dialog from '../../parts/dialog-surface.module.css';

const MAX_STATUS_LENGTH = 60;

/** The status of the user: a line of text and an emoji. */
export function StatusDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const before = useStatus(chat.selfId);
  const [text, setText] = useState(before?.status_text ?? '');
  const [emoji, setEmoji] = useState(statusEmoji(before));
  const [isPicking, setPicking] = useState(false);
  const custom = useSelect(chat.state, (state) => state.realm_emoji) ?? {};
  const store = async (status: OwnStatus): Promise<void> => {
    if (await attempt(setOwnStatus(chat, status))) onClose();
  };
  const [, submit, isPending] = useActionState(() => store({ text: text.trim(), emoji }), undefined);
  return (
    <Dialog title={t('Set a status')} onClose={onClose}>
      <form action={submit}>
        <div className={styles['line']}>
          <button
            type="button"
            className={`btn ${styles['emoji']}`}
            aria-label={emoji === undefined ? t('Choose an emoji') : t('Emoji: {name}', { name: emoji.name })}
            aria-expanded={isPicking}
            onClick={() => setPicking(!isPicking)}
          >
            {emoji === undefined ? <Icon name="smile" /> : <EmojiSign emoji={emoji} />}
          </button>
          <Field
            label={t('Status')}
            isLabelHidden
            placeholder={t('What are you doing?')}
            maxLength={MAX_STATUS_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        {isPicking ? (
          <EmojiPickerOnDemand
            custom={custom}
            onPick={(picked) => {
              setEmoji(picked);
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
        ) : null}
        <div className={`chips ${styles['ideas']}`}>
          {ideas().map((idea) => (
            <button key={idea.emoji.code} type="button" className="chip" onClick={() => void store(idea)}>
              <EmojiSign emoji={idea.emoji} />
              {idea.text}
            </button>
          ))}
        </div>
        <div className={dialog['actions']}>
          {before === undefined ? null : (
            <button type="button" className="btn" onClick={() => void store({ text: '', emoji: undefined })}>
              {t('Clear')}
            </button>
          )}
          <button type="submit" className="btn primary" disabled={isPending}>
            {t('Save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function ideas(): readonly { readonly text: string; readonly emoji: ReactionEmoji }[] {
  const unicode = (name: string, code: string): ReactionEmoji => ({ name, code, type: 'unicode_emoji' });
  return [
    { text: t('In a meeting'), emoji: unicode('calendar', '1f4c5') },
    { text: t('Working from home'), emoji: unicode('house', '1f3e0') },
    { text: t('Back soon'), emoji: unicode('hourglass_done', '231b') },
    { text: t('On vacation'), emoji: unicode('palm_tree', '1f334') },
    { text: t('Ill'), emoji: unicode('thermometer_face', '1f912') },
  ];
}
