import type { State } from '@parley/client';
import type { ReactElement } from 'react';
import { Field } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { t } from '../../../words/index.ts';
import { OTHER_SITE, type AccountSite } from './field-kinds.ts';

export type KnownSites = NonNullable<State['realm_default_external_accounts']>;

export type AccountFieldsProps = {
  readonly sites: KnownSites;
  readonly account: AccountSite;
  readonly onChange: (account: AccountSite) => void;
};

/** The site of external accounts: a known one, or the form of its addresses. */
export function AccountFields({ sites, account, onChange }: AccountFieldsProps): ReactElement {
  return (
    <>
      <SelectField
        label={t('Account')}
        value={account.subtype}
        options={[
          ...Object.entries(sites).map(([value, { text }]) => ({ value, name: text })),
          { value: OTHER_SITE, name: t('Another site') },
        ]}
        onChange={(subtype) => onChange({ ...account, subtype })}
      />
      {account.subtype === OTHER_SITE ? (
        <Field
          label={t('Address of an account')}
          placeholder="https://example.org/%(username)s"
          required
          autoComplete="off"
          value={account.pattern}
          help={t('With %(username)s where the name goes.')}
          onChange={(event) => onChange({ ...account, pattern: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
