import { useState, type FormEvent, type ReactElement } from 'react';
import { addDomain, removeDomain, setDomain } from '../../data/actions/organization-actions.ts';
import { Field } from '../../parts/field.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { keep } from '../settings/use-save-setting.ts';
import styles from './domains-block.module.css';
import { useWhoMay } from './use-who-may.ts';

/** Domains whose addresses may join while the organization is restricted to them. */
export function DomainsBlock(): ReactElement {
  const chat = useChat();
  const domains = useSelect(chat.state, (state) => state.realm_domains) ?? [];
  const whoMay = useWhoMay(true);
  const [typed, setTyped] = useState('');
  const isDisabled = whoMay !== undefined;
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const domain = typed.trim().replace(/^@/, '');
    const done = await keep(t('{domain} may join', { domain }), addDomain(chat, domain), () =>
      removeDomain(chat, domain),
    );
    if (done) setTyped('');
  };
  return (
    <section className="block" data-setting="domains">
      <h3>{t('Allowed domains')}</h3>
      {domains.length === 0 ? (
        <p className="help">{t('None. Add the part of your addresses behind the @.')}</p>
      ) : null}
      <ul>
        {domains.map(({ domain, allow_subdomains: hasNamesBelow }) => (
          <li key={domain} className={styles['domain']}>
            <bdi className="grow clip">{domain}</bdi>
            <label className={styles['below']}>
              <input
                type="checkbox"
                checked={hasNamesBelow}
                disabled={isDisabled}
                onChange={() =>
                  void keep(
                    hasNamesBelow
                      ? t('Names below {domain} may not join', { domain })
                      : t('Names below {domain} may join', { domain }),
                    setDomain(chat, domain, !hasNamesBelow),
                    () => setDomain(chat, domain, hasNamesBelow),
                  )
                }
              />
              {t('Names below it too')}
            </label>
            <IconButton
              icon="x"
              label={t('Remove {domain}', { domain })}
              disabled={isDisabled}
              onClick={() =>
                void keep(t('{domain} removed', { domain }), removeDomain(chat, domain), async () => {
                  await addDomain(chat, domain);
                  if (hasNamesBelow) await setDomain(chat, domain, true);
                })
              }
            />
          </li>
        ))}
      </ul>
      {isDisabled ? (
        <WhoMay>{whoMay}</WhoMay>
      ) : (
        <form className={styles['add']} onSubmit={(event) => void onSubmit(event)}>
          <Field
            label={t('Domain')}
            isLabelHidden
            placeholder="example.org"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" className="btn" disabled={typed.trim() === ''}>
            {t('Add domain')}
          </button>
        </form>
      )}
    </section>
  );
}
