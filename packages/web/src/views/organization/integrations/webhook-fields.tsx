import type { ReactElement } from 'react';
import { Field } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { plural, t } from '../../../words/index.ts';
import { useChannelChoices } from '../use-channel-choices.ts';
import styles from './integrations.module.css';
import { isOnByDefault, type KnownIntegration, type WebhookChoice } from './webhook-address.ts';

const NO_CHANNEL = '-1';

export type WebhookFieldsProps = {
  readonly integration: KnownIntegration;
  readonly choice: WebhookChoice;
  readonly onChange: (choice: WebhookChoice) => void;
};

/** Where an integration writes, and of which events. */
export function WebhookFields({ integration, choice, onChange }: WebhookFieldsProps): ReactElement {
  const channels = useChannelChoices();
  const { channelId, topic, options } = choice;
  const setOption = (key: string, value: string | boolean): void =>
    onChange({ ...choice, options: { ...options, [key]: value } });
  return (
    <>
      <SelectField
        label={t('Channel')}
        value={channelId === undefined ? NO_CHANNEL : String(channelId)}
        options={channels.map(({ value, name }) => ({
          value: String(value),
          name: value === -1 ? t('A direct message to you') : name,
        }))}
        onChange={(value) =>
          onChange({ ...choice, channelId: value === NO_CHANNEL ? undefined : Number(value) })
        }
      />
      {channelId === undefined ? null : (
        <Field
          label={t('Topic')}
          placeholder={t('The one that fits the event')}
          autoComplete="off"
          value={topic}
          onChange={(event) => onChange({ ...choice, topic: event.currentTarget.value })}
        />
      )}
      <EventFilter integration={integration} choice={choice} onChange={onChange} />
      {integration.url_options.map(({ key, label, input_type: input }) =>
        input === 'text' ? (
          <Field
            key={key}
            label={label}
            autoComplete="off"
            value={textOf(options[key])}
            onChange={(event) => setOption(key, event.currentTarget.value)}
          />
        ) : (
          <Switch
            key={key}
            isOn={options[key] === undefined ? isOnByDefault(input) : options[key] === true}
            onChange={(isOn) => setOption(key, isOn)}
          >
            {label}
          </Switch>
        ),
      )}
    </>
  );
}

function textOf(value: string | boolean | undefined): string {
  return typeof value === 'string' ? value : '';
}

function EventFilter({ integration, choice, onChange }: WebhookFieldsProps): ReactElement | null {
  const { all_event_types: types } = integration;
  const { events } = choice;
  if (types === null) return null;
  const toggle = (type: string): void =>
    onChange({
      ...choice,
      events: events.includes(type) ? events.filter((one) => one !== type) : [...events, type],
    });
  return (
    <details>
      <summary className="lk">
        {events.length === 0
          ? t('All events')
          : plural(events.length, { one: 'Only # kind of event', other: 'Only # kinds of events' })}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div className={`chips ${styles['events']}`} role="group" aria-label={t('Events that are posted')}>
        {types.map((type) => (
          <button
            key={type}
            type="button"
            className="chip"
            aria-pressed={events.includes(type)}
            onClick={() => toggle(type)}
          >
            {type}
          </button>
        ))}
      </div>
    </details>
  );
}
