import type { ReactElement } from 'react';
import { changeOrganization } from '../../data/actions/organization-actions.ts';
import { showKept } from '../../parts/kept-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { TextLine } from '../settings/text-line.tsx';
import { OrganizationIcon } from './organization-icon.tsx';
import { profileGroups } from './realm-entries.ts';
import { RealmGroups } from './realm-lines.tsx';
import { useWhoMay } from './use-who-may.ts';
import { WideLogos } from './wide-logos.tsx';

/** The page of what people see of the organization before and after they log in. */
export function ProfilePage(): ReactElement {
  return (
    <>
      <p className="help">{t('What people see before and after they log in. Changes are saved at once.')}</p>
      <OrganizationIcon />
      <WideLogos />
      <section className="block">
        <h3>{t('Name')}</h3>
        <RealmText name="name" label={t('Name')} />
        <RealmText name="description" label={t('Description')} help={t('On the log-in page')} isLong />
      </section>
      <RealmGroups groups={profileGroups()} />
      <section className="block">
        <h3>{t('Code')}</h3>
        <RealmText
          name="default_code_block_language"
          label={t('Code blocks without a language')}
          placeholder="typescript"
        />
      </section>
    </>
  );
}

type RealmTextProps = {
  readonly name: 'name' | 'description' | 'default_code_block_language' | 'welcome_message_custom_text';
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly isLong?: boolean;
};

/** A text of the organization; a refusal stands below it. */
export function RealmText({ name, ...rest }: RealmTextProps): ReactElement {
  const chat = useChat();
  const value = useSelect(chat.state, (state) => state[`realm_${name}`] ?? '');
  const whoMay = useWhoMay();
  return (
    <TextLine
      {...rest}
      id={name}
      value={value}
      whoMay={whoMay}
      onSave={async (next) => {
        await changeOrganization(chat, { [name]: next });
        showKept({
          text: t('{label} changed', { label: rest.label }),
          undo: () => void attempt(changeOrganization(chat, { [name]: value })),
        });
      }}
    />
  );
}
