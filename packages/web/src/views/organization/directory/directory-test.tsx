import { useActionState, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import {
  testPerson,
  type DirectoryOutcome,
  type DirectoryRules,
} from '../../../data/actions/directory-actions.ts';
import { Field } from '../../../parts/field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { roleName } from '../../../screen/role-name.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';

type Result = { readonly outcome?: DirectoryOutcome; readonly failure?: string };

/** Says what a person would get at the next log-in. */
export function DirectoryTest({ rules }: { readonly rules: DirectoryRules }): ReactElement {
  const chat = useChat();
  const [email, setEmail] = useState('');
  const [groups, setGroups] = useState('');
  const [result, submit, isPending] = useActionState<Result>(async () => {
    const names = groups.split(',').map((name) => name.trim());
    try {
      const claims = { [rules.groups_claim]: names.filter((name) => name !== '') };
      return { outcome: await testPerson(chat, email.trim(), claims) };
    } catch (error) {
      return { failure: failureText(error) };
    }
  }, {});
  return (
    <section className="block">
      <h3>{t('Test')}</h3>
      <form action={submit}>
        <Field
          label={t('E-mail address of a person')}
          type="email"
          required
          autoComplete="off"
          maxLength={limits.emailLength}
          value={email}
          error={result.failure}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Field
          label={t('Groups at the provider')}
          autoComplete="off"
          help={t('With commas between them')}
          value={groups}
          onChange={(event) => setGroups(event.currentTarget.value)}
        />
        <button type="submit" className="btn" disabled={isPending || email.trim() === ''}>
          {t('What would they get?')}
        </button>
      </form>
      {result.outcome === undefined ? null : <Outcome outcome={result.outcome} />}
    </section>
  );
}

function Outcome({ outcome }: { readonly outcome: DirectoryOutcome }): ReactElement {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups) ?? [];
  const { account, reason, role, user_group_ids: ids } = outcome;
  const names = groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const words = { exists: t('Their account.'), created: t('A new account.'), refused: t('No account.') };
  return (
    <p role="status">
      {words[account]} {reason} {role === null ? null : t('Role: {role}.', { role: roleName(role) })}{' '}
      {names.length === 0 ? null : t('User groups: {names}.', { names: names.join(', ') })}
    </p>
  );
}
