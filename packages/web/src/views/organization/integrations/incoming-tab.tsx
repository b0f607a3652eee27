import { useState, type ReactElement } from 'react';
import { Field } from '../../../parts/field.tsx';
import { Picture } from '../../../parts/picture.tsx';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { matchText } from '../../../words/match.ts';
import type { KnownIntegration } from './webhook-address.ts';
import styles from './integrations.module.css';

/** Products whose events can be posted, each with a page of its own. */
export function IncomingTab(props: { readonly integrations: readonly KnownIntegration[] }): ReactElement {
  const { addressOf } = useChatScreen();
  const [typed, setTyped] = useState('');
  const found = props.integrations.filter(
    ({ name, display_name: shown }) => matchText(typed, `${shown} ${name}`) !== undefined,
  );
  return (
    <>
      <div className={styles['filter']}>
        <Field
          label={t('Find a product')}
          isLabelHidden
          icon="search"
          placeholder={t('Find a product')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 ? (
        <p className="help" role="status">
          {t('No product of this name. “JSON” takes any request, and Zapier and IFTTT know many products.')}
        </p>
      ) : (
        <ul className={styles['products']} aria-label={t('Products')}>
          {found.map(({ name, display_name: shown }) => (
            <li key={name}>
              <a
                className={styles['product']}
                href={addressOf({ view: 'organization', page: `integrations/${name}` })}
              >
                <Picture userId={hueKey(name)} name={shown} size={32} />
                <span>{shown}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A number of the name, for a color that stays when products are added. */
export function hueKey(name: string): number {
  let key = 0;
  for (const letter of name) key = (key * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return key;
}
