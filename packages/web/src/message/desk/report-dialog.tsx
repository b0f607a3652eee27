import { limits } from '@parley/contract/limits.ts';
import { useActionState, useId, useState, type ReactElement } from 'react';
import { reportToModerators } from '../../data/actions/moderation-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import type { MessageDialogProps } from './delete-dialog.tsx';

/** The reason that needs a note. */
const OTHER = 'other';

/** Shows a message to the moderators; its sender is not told. */
export function ReportDialog({ message, onClose }: MessageDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const note = useId();
  const reasons = useSelect(chat.state, (state) => state.server_report_message_types) ?? [];
  const [reason, setReason] = useState(reasons[0]?.key ?? OTHER);
  const [text, setText] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await reportToModerators(chat, message.id, reason, text.trim());
    } catch (thrown) {
      return failureText(thrown);
    }
    onClose();
    showToast({ text: t('The moderators have your report') });
    return undefined;
  }, undefined);
  const isReady = !isPending && (reason !== OTHER || text.trim() !== '');
  return (
    <Dialog
      title={t('Report this message')}
      size="small"
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Report')} isReady={isReady} onClose={onClose} />}
    >
      <form id={form} action={submit}>
        <p className="quiet">
          {t('Moderators see the message and your name. {name} is not told.', {
            name: message.sender_full_name,
          })}
        </p>
        <SelectField
          label={t('Reason')}
          value={reason}
          options={reasons.map(({ key, name }) => ({ value: key, name }))}
          onChange={setReason}
        />
        <div className="labeled">
          <label className="l" htmlFor={note}>
            {t('Note for the moderators')}
          </label>
          <div className="field">
            <textarea
              id={note}
              rows={3}
              maxLength={limits.reportDescriptionLength}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </div>
        </div>
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
