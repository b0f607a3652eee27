import { useActionState, useId, useState, type ReactElement } from 'react';
import { endOrganization } from '../../../data/actions/organization-actions.ts';
import { now } from '../../../data/clock.ts';
import { Consequences, type Consequence } from '../../../parts/consequences.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { dayName } from '../../../words/dates.ts';
import { failureText } from '../../../words/failure-text.ts';
import { plural, t } from '../../../words/index.ts';
import styles from './data.module.css';

const DAY_MS = 86_400_000;
const LONGER_DELAYS = [30, 60, 90, 365];

export type EndOrganizationDialogProps = {
  /** Whether everything is deleted after a time. */
  readonly isDeleting: boolean;
  readonly onClose: () => void;
};

/** The end of the organization, with what follows from it; its name has to be typed. */
export function EndOrganizationDialog({ isDeleting, onClose }: EndOrganizationDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const people = useSelect(
    chat.state,
    (state) => state.realm_users?.filter(({ is_bot: isBot }) => !isBot).length ?? 0,
  );
  const first = useSelect(chat.state, (state) => state.server_min_deactivated_realm_deletion_days ?? 14);
  const delays = [first, ...LONGER_DELAYS.filter((days) => days > first)];
  const [delay, setDelay] = useState(String(delays.find((days) => days >= 30) ?? first));
  const [typed, setTyped] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await endOrganization(chat, isDeleting ? Number(delay) : null);
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  const day = dayName((now() + Number(delay) * DAY_MS) / 1000, now());
  return (
    <Dialog
      title={isDeleting ? t('Delete {name}?', { name }) : t('Deactivate {name}?', { name })}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={isDeleting ? t('Deactivate now, delete later') : t('Deactivate')}
          isReady={!isPending && typed.trim() === name}
          isDanger
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        {isDeleting ? (
          <SelectField
            label={t('Everything is deleted after')}
            value={delay}
            options={delays.map((days) => ({
              value: String(days),
              name: t('{count} days', { count: days }),
            }))}
            onChange={setDelay}
          />
        ) : null}
        <Consequences items={consequences(people, isDeleting ? day : undefined)} />
        <Field
          label={t('Type the name of the organization')}
          placeholder={name}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
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

function consequences(people: number, deletionDay: string | undefined): readonly Consequence[] {
  return [
    {
      icon: 'out',
      text: plural(people, {
        one: '# person is logged out at once, and cannot log in any more. That is you.',
        other: '# people are logged out at once, and cannot log in any more. You too.',
      }),
    },
    { icon: 'bot', text: t('Bots and integrations stop.') },
    {
      icon: 'retry',
      text:
        deletionDay === undefined
          ? t('The operator of the server can bring everything back.')
          : t('The operator of the server can bring everything back until then.'),
    },
    ...(deletionDay === undefined
      ? []
      : [
          {
            icon: 'trash' as const,
            text: t('Deleted for good: {day}', { day: deletionDay }),
            detail: t('Messages, files, people and settings. Holds postpone it. Export first what you need.'),
          },
        ]),
  ];
}
