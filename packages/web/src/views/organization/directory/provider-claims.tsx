import { useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import { Field } from '../../../parts/field.tsx';
import { t } from '../../../words/index.ts';
import type { RulesProps } from './save-rules.ts';

/** The claims that the rules read. */
export function ProviderClaims({ rules, save }: RulesProps): ReactElement {
  const [groups, setGroups] = useState(rules.groups_claim);
  const [name, setName] = useState(rules.required_claim?.name ?? '');
  const [value, setValue] = useState(rules.required_claim?.value ?? '');
  const isReady = groups.trim() !== '' && (name.trim() === '') === (value.trim() === '');
  const submit = (): void =>
    void save(t('Claims saved'), {
      groups_claim: groups.trim(),
      required_claim: name.trim() === '' ? null : { name: name.trim(), value: value.trim() },
    });
  const common = { autoComplete: 'off', maxLength: limits.claimLength } as const;
  return (
    <form action={submit}>
      <Field
        {...common}
        label={t('Claim that lists groups')}
        required
        value={groups}
        onChange={(event) => setGroups(event.currentTarget.value)}
      />
      <Field
        {...common}
        label={t('Claim that new people need')}
        help={t('Empty: none')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field
        {...common}
        label={t('Its value')}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <button type="submit" className="btn" disabled={!isReady}>
        {t('Save claims')}
      </button>
    </form>
  );
}
