import { limits } from '@parley/contract/limits.ts';
import { useActionState, useId, useState, type ReactElement } from 'react';
import { dropPlayground, savePlayground } from '../../../data/actions/linkifier-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { IconButton } from '../../../parts/icon-button.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { keep } from '../../settings/use-save-setting.ts';
import styles from './linkifiers.module.css';

/** Sites on which the code of messages is tried out, by language. */
export function PlaygroundsBlock({ whoMay }: { readonly whoMay: string | undefined }): ReactElement {
  const chat = useChat();
  const playgrounds = useSelect(chat.state, (state) => state.realm_playgrounds) ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="block" data-setting="playgrounds">
      <BlockHead title={t('Playgrounds')}>
        <button type="button" className="btn" disabled={whoMay !== undefined} onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('New playground')}
        </button>
      </BlockHead>
      <p className="help">{t('A button above code opens it on a site where it runs.')}</p>
      <ul aria-label={t('Playgrounds')}>
        {playgrounds.map(({ id, ...playground }) => (
          <li key={id} className="line">
            <span>
              <bdi>{playground.name}</bdi>
              <span className="help">
                <bdi>{`${playground.pygments_language} · ${playground.url_template}`}</bdi>
              </span>
            </span>
            {whoMay === undefined ? (
              <IconButton
                icon="trash"
                label={t('Remove {name}', { name: playground.name })}
                onClick={() =>
                  void keep(
                    t('Playground removed: {name}', { name: playground.name }),
                    dropPlayground(chat, id),
                    () => savePlayground(chat, playground),
                  )
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      {playgrounds.length === 0 ? <p className="help">{t('None yet.')}</p> : null}
      {isAdding ? <NewPlaygroundDialog onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function NewPlaygroundDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const form = useId();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [address, setAddress] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await savePlayground(chat, {
        name: name.trim(),
        pygments_language: language.trim(),
        url_template: address.trim(),
      });
    } catch (thrown) {
      return failureText(thrown);
    }
    onClose();
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('New playground')}
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Add')} isReady={!isPending} onClose={onClose} />}
    >
      <form id={form} action={submit} className={styles['dialog']}>
        <Field
          label={t('Name')}
          required
          autoComplete="off"
          maxLength={limits.playgroundNameLength}
          placeholder="Rust Playground"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={t('Language')}
          required
          autoComplete="off"
          maxLength={limits.playgroundLanguageLength}
          placeholder="Rust"
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        <Field
          label={t('Address')}
          required
          autoComplete="off"
          placeholder="https://play.rust-lang.org/?code={code}"
          value={address}
          help={t('With {code} where the code goes.', { code: '{code}' })}
          onChange={(event) => setAddress(event.currentTarget.value)}
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
