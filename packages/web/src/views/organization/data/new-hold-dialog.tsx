import { useActionState, useId, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import { placeHold } from '../../../data/actions/hold-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
import styles from './data.module.css';

export type NewHoldDialogProps = { readonly onPlaced: () => void; readonly onClose: () => void };

/** Asks for a person or a channel, and for the reason. */
export function NewHoldDialog({ onPlaced, onClose }: NewHoldDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [target, setTarget] = useState<Picked>();
  const [reason, setReason] = useState('');
  const request = requestOf(target);
  const [error, submit, isPending] = useActionState(async () => {
    if (request === undefined) return undefined;
    try {
      await placeHold(chat, { ...request, reason: reason.trim() });
    } catch (thrown) {
      return failureText(thrown);
    }
    onPlaced();
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('New hold')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Place hold')}
          isReady={!isPending && request !== undefined && reason.trim() !== ''}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        <PeoplePicker
          label={t('Person or channel')}
          placeholder={t('Name or #channel')}
          help={t(
            'A person: what they wrote, their direct messages and their files. A channel: everything in it.',
          )}
          picked={target === undefined ? [] : [target]}
          onChange={(next) => setTarget(next.findLast(({ kind }) => kind === 'user' || kind === 'channel'))}
        />
        <Field
          label={t('Reason')}
          required
          autoComplete="off"
          maxLength={limits.holdReasonLength}
          value={reason}
          help={t('Only owners read it.')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function requestOf(target: Picked | undefined): { user_id: number } | { stream_id: number } | undefined {
  if (target?.kind === 'user') return { user_id: target.id };
  return target?.kind === 'channel' ? { stream_id: target.id } : undefined;
}
