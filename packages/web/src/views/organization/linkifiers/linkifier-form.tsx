import { useActionState, useState, type ReactElement } from 'react';
import { saveLinkifier, type Linkifier, type RecentText } from '../../../data/actions/linkifier-actions.ts';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { useChat, useChatScreen } from '../../../screen/chat-context.ts';
import { conversationName } from '../../../screen/titles.ts';
import { failureText } from '../../../words/failure-text.ts';
import { plural, t } from '../../../words/index.ts';
import type { DryRun } from './dry-run.ts';
import styles from './linkifiers.module.css';
import { problemsOf } from './rule-problems.ts';
import { useDryRun } from './use-dry-run.ts';

export type LinkifierFormProps = {
  /** Undefined for a new one. */
  readonly edited: Linkifier | undefined;
  /** Undefined until they are there. */
  readonly messages: readonly RecentText[] | undefined;
  readonly onEnd: () => void;
};

/** Text and address of a linkifier, and what it would find in recent messages. */
export function LinkifierForm({ edited, messages, onEnd }: LinkifierFormProps): ReactElement {
  const chat = useChat();
  const [pattern, setPattern] = useState(edited?.pattern ?? '');
  const [address, setAddress] = useState(edited?.url_template ?? '');
  const rule = { pattern, url_template: address.trim() };
  const problems = problemsOf(rule);
  const canTry = pattern !== '' && problems.pattern === undefined;
  const isReady = canTry && rule.url_template !== '' && problems.address === undefined;
  const found = useDryRun(canTry ? { pattern, url_template: '' } : undefined, messages);
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await saveLinkifier(chat, rule, edited?.id);
    } catch (thrown) {
      return failureText(thrown);
    }
    showKept({ text: t('Linkifier saved: {pattern}', { pattern }) });
    onEnd();
    return undefined;
  }, undefined);
  return (
    <form className={styles['form']} action={submit} aria-label={t('Linkifier')}>
      <div className={styles['fields']}>
        <Field
          label={t('Text')}
          className={styles['code']}
          placeholder="#(?P<id>[0-9]+)"
          autoComplete="off"
          spellCheck={false}
          value={pattern}
          error={problems.pattern}
          onChange={(event) => setPattern(event.currentTarget.value)}
        />
        <Field
          label={t('Address')}
          className={styles['code']}
          placeholder="https://example.org/tickets/{id}"
          autoComplete="off"
          spellCheck={false}
          value={address}
          error={problems.address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </div>
      <div role="status" className={styles['result']}>
        {found === undefined ? (
          <p className="help">{t('Type a text, and what it finds in recent messages is shown here.')}</p>
        ) : (
          <Found found={found} />
        )}
      </div>
      {error === undefined ? null : (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
      <div className={styles['foot']}>
        <button type="button" className="btn" onClick={onEnd}>
          {t('Cancel')}
        </button>
        <button type="submit" className="btn primary" disabled={!isReady || isPending}>
          {edited === undefined ? t('Add linkifier') : t('Save')}
        </button>
      </div>
    </form>
  );
}

function Found({ found }: { readonly found: DryRun }): ReactElement {
  const { chat, addressOf } = useChatScreen();
  if (found.places === 0)
    return (
      <p className="help">
        {t('Fits nothing in the last 1,000 messages that you can read. Nothing is changed yet.')}
      </p>
    );
  const places = plural(found.places, { one: '# place', other: '# places' });
  const channels = plural(found.channels, { one: '# channel', other: '# channels' });
  return (
    <>
      <p className={styles['sum']}>
        <Icon name="done" />
        <span>
          {t(
            'Fits {places} in the last 1,000 messages that you can read, in {channels}. Nothing is changed yet.',
            {
              places,
              channels,
            },
          )}
        </span>
      </p>
      <ul aria-label={t('Found in')}>
        {found.hits.map(({ message, parts }) => (
          <li key={message.id} className={styles['hit']}>
            <span className={`quiet clip ${styles['where']}`}>
              <bdi>{conversationName(chat.state.get(), message.at)}</bdi>
            </span>
            <span className={`grow ${styles['text']}`} dir="auto">
              {parts.map(({ text, isFound }, n) =>
                isFound ? <mark key={n}>{text}</mark> : <span key={n}>{text}</span>,
              )}
            </span>
            <a href={addressOf({ view: 'messages', narrow: message.at, near: message.id })}>{t('Open')}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
