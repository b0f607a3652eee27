import type { ReactElement } from 'react';
import { botTypes } from '@parley/contract/objects/user.ts';
import { Field } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { t } from '../../../words/index.ts';

/** Choices that some kinds of bots have beside an account. */
export type ServiceChoice = {
  /** Address that an outgoing webhook calls. */
  readonly url: string;
  readonly format: '1' | '2';
  /** Service of a bot that is built in. */
  readonly service: string;
};

export type BotServiceFieldsProps = {
  readonly type: number;
  readonly choice: ServiceChoice;
  /** Names of the services that are part of the server. */
  readonly services: readonly string[];
  readonly isDisabled?: boolean;
  readonly onChange: (choice: ServiceChoice) => void;
};

/** Fields of outgoing webhooks and of bots that are built in; nothing for other kinds. */
export function BotServiceFields(props: BotServiceFieldsProps): ReactElement | null {
  const { type, choice, services, isDisabled = false, onChange } = props;
  if (type === botTypes.embedded)
    return (
      <SelectField
        label={t('Service')}
        value={choice.service}
        options={services.map((name) => ({ value: name, name }))}
        isDisabled={isDisabled}
        onChange={(service) => onChange({ ...choice, service })}
      />
    );
  if (type !== botTypes.outgoingWebhook) return null;
  return (
    <>
      <Field
        label={t('Address that is called')}
        type="url"
        placeholder="https://example.org/hook"
        required
        autoComplete="off"
        value={choice.url}
        disabled={isDisabled}
        help={t('Mentions of the bot and direct messages to it are sent there, signed with a token.')}
        onChange={(event) => onChange({ ...choice, url: event.currentTarget.value })}
      />
      <SelectField
        label={t('Format of the requests')}
        value={choice.format}
        options={[
          { value: '1', name: t('Parley') },
          { value: '2', name: t('Slack') },
        ]}
        isDisabled={isDisabled}
        onChange={(format) => onChange({ ...choice, format })}
      />
    </>
  );
}
