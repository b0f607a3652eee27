import { useActionState, useId, useState, type ReactElement } from 'react';
import {
  changeSubscription,
  makeSubscription,
  type EventSubscription,
} from '../../../../data/actions/subscription-actions.ts';
import { Dialog } from '../../../../parts/dialog.tsx';
import { Field } from '../../../../parts/field.tsx';
import { FormFoot } from '../../../../parts/form-foot.tsx';
import { Switch } from '../../../../parts/switch.tsx';
import { useChat } from '../../../../screen/chat-context.ts';
import { failureText } from '../../../../words/failure-text.ts';
import { t } from '../../../../words/index.ts';
import styles from './events.module.css';
import { eventTopics } from './subscription-words.ts';

export type SubscriptionDialogProps = {
  /** Undefined for a new one. */
  readonly edited: EventSubscription | undefined;
  /** Gets the secret of a new one. */
  readonly onDone: (secret: string | undefined) => void;
  readonly onClose: () => void;
};

/** Address and kinds of events; what else a subscription delivers is chosen once. */
export function SubscriptionDialog({ edited, onDone, onClose }: SubscriptionDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [url, setUrl] = useState(edited?.url ?? '');
  const [types, setTypes] = useState<readonly string[] | null>(edited?.event_types ?? null);
  const [hasPublic, setPublic] = useState(false);
  const [isHtml, setHtml] = useState(false);
  const [error, submit, isPending] = useActionState(async () => {
    const wanted = { url: url.trim(), event_types: types === null ? null : [...types] };
    try {
      if (edited === undefined)
        onDone(
          await makeSubscription(chat, { ...wanted, all_public_streams: hasPublic, apply_markdown: isHtml }),
        );
      else {
        await changeSubscription(chat, edited.id, wanted);
        onDone(undefined);
      }
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={edited === undefined ? t('New event subscription') : t('Change the event subscription')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={edited === undefined ? t('Create') : t('Save')}
          isReady={!isPending && types?.length !== 0}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        <Field
          label={t('Address')}
          type="url"
          required
          autoComplete="off"
          placeholder="https://example.org/events"
          value={url}
          help={t('It answers each request with a status of 200 to 299.')}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TopicChoice types={types} onChange={setTypes} />
        {edited === undefined ? (
          <div>
            <Switch isOn={hasPublic} onChange={setPublic}>
              {t('Messages of all public channels')}
              <span className="help">{t('Otherwise those that you get yourself')}</span>
            </Switch>
            <Switch isOn={isHtml} onChange={setHtml}>
              {t('Messages as HTML')}
              <span className="help">{t('Otherwise as Markdown')}</span>
            </Switch>
          </div>
        ) : null}
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

type TopicChoiceProps = {
  /** Null for all. */
  readonly types: readonly string[] | null;
  readonly onChange: (types: readonly string[] | null) => void;
};

function TopicChoice({ types, onChange }: TopicChoiceProps): ReactElement {
  const topics = eventTopics();
  return (
    <fieldset className={styles['topics']}>
      <legend className={styles['legend']}>{t('Events')}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={types === null}
          onChange={() => onChange(types === null ? (topics[0]?.types ?? []) : null)}
        />
        {t('All events')}
      </label>
      {topics.map((topic) => {
        const isOn = types === null || topic.types.every((type) => types.includes(type));
        return (
          <label key={topic.name} className="check">
            <input
              type="checkbox"
              checked={isOn}
              disabled={types === null}
              onChange={() =>
                onChange(
                  isOn
                    ? (types ?? []).filter((type) => !topic.types.includes(type))
                    : [...new Set([...(types ?? []), ...topic.types])],
                )
              }
            />
            {topic.name}
          </label>
        );
      })}
    </fieldset>
  );
}
