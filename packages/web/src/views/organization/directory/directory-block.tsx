import type { ReactElement } from 'react';
import { changeDirectory, readDirectory } from '../../../data/actions/directory-actions.ts';
import { Switch } from '../../../parts/switch.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { DirectoryTest } from './directory-test.tsx';
import { DirectoryTokens } from './directory-tokens.tsx';
import { ProviderClaims } from './provider-claims.tsx';
import { ProviderGroups } from './provider-groups.tsx';

type Changes = Parameters<typeof changeDirectory>[1];

/** Rules for people of the sign-on provider, and directories that write people and groups; for owners. */
export function DirectoryBlock(): ReactElement {
  const chat = useChat();
  const { value, failure, reload } = useLoaded(readDirectory);
  const save = async (text: string, changes: Changes): Promise<boolean> => {
    const isDone = await keep(text, changeDirectory(chat, changes));
    if (isDone) reload();
    return isDone;
  };
  if (value === undefined)
    return (
      <section className="block" aria-busy={failure === undefined}>
        <h3>{t('Directory')}</h3>
        {failure === undefined ? <Waiting kind="lines" rows={2} /> : <p role="alert">{failure}</p>}
      </section>
    );
  const { rules, tokens } = value;
  return (
    <>
      <section className="block" data-setting="directory">
        <h3>{t('Directory')}</h3>
        <Switch
          isOn={rules.creates_accounts}
          onChange={(isOn) =>
            void save(isOn ? t('First log-ins make accounts') : t('First log-ins make no accounts'), {
              creates_accounts: isOn,
            })
          }
        >
          {t('First log-ins by single sign-on make accounts')}
          <span className="help">{t('For verified addresses of the domains below')}</span>
        </Switch>
        <Switch
          isOn={rules.matches_external_ids}
          onChange={(isOn) =>
            void save(
              isOn ? t('Log-ins find accounts by the directory') : t('Log-ins find accounts by the address'),
              { matches_external_ids: isOn },
            )
          }
        >
          {t('Log-ins find accounts by the externalId of the directory')}
          <span className="help">{t('Only where it is the subject at the provider, as with Okta')}</span>
        </Switch>
        <ProviderClaims rules={rules} save={save} />
      </section>
      <ProviderGroups rules={rules} save={save} />
      <DirectoryTest rules={rules} />
      <DirectoryTokens tokens={tokens} onChanged={reload} />
    </>
  );
}
