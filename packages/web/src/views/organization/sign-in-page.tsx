import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { DomainsBlock } from './domains-block.tsx';
import { signInGroups } from './sign-in-entries.ts';
import { RealmGroups } from './realm-lines.tsx';
import { UsersWithoutStep } from './users-without-step.tsx';

/** How people get in, and what they may change of their accounts. */
export function SignInPage(): ReactElement {
  return (
    <>
      <p className="help">{t('How people get in, and what they may change of themselves.')}</p>
      <RealmGroups groups={signInGroups()} />
      <UsersWithoutStep />
      <DomainsBlock />
    </>
  );
}
