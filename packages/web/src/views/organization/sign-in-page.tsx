import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { DirectoryBlock } from './directory/directory-block.tsx';
import { DomainsBlock } from './domains-block.tsx';
import { signInGroups } from './sign-in-entries.ts';
import { RealmGroups } from './realm-lines.tsx';
import { UsersWithoutStep } from './users-without-step.tsx';
import { useWhoMay } from './use-who-may.ts';

/** How people get in, and what they may change of their accounts. */
export function SignInPage(): ReactElement {
  const isOwner = useWhoMay(true) === undefined;
  return (
    <>
      <p className="help">{t('How people get in, and what they may change of themselves.')}</p>
      <RealmGroups groups={signInGroups()} />
      <UsersWithoutStep />
      {isOwner ? <DirectoryBlock /> : null}
      <DomainsBlock />
    </>
  );
}
