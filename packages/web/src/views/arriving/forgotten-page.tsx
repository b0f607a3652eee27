import type { ReactElement } from 'react';
import type { Door, DoorOrganization } from '../../data/session/door.ts';
import { askForPasswordLink } from '../../data/session/enter.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Picture } from '../../parts/picture.tsx';
import { roleName } from '../../screen/role-name.ts';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { MailForm } from './mail-form.tsx';
import styles from './forgotten-page.module.css';
import account from './account-row.module.css';
import arriving from './door.module.css';

export type ForgottenPageProps = { readonly door: Door; readonly organization: DoorOrganization };

/** The way to a new password: by e-mail, or by an administrator where the server sends none. */
export function ForgottenPage({ door, organization }: ForgottenPageProps): ReactElement {
  return (
    <DoorFrame version={door.version}>
      <Brand
        organization={organization}
        title={t('Forgotten password')}
        lead={
          door.sends_mail
            ? t('{name} sends you a link', { name: organization.name })
            : t('{name} sends no mail', { name: organization.name })
        }
      />
      {door.sends_mail ? (
        <MailForm help={t('The address of your account')} onSend={askForPasswordLink} />
      ) : (
        <AskForHelp door={door} organization={organization} />
      )}
      <div className={arriving['under']}>
        <a href="/" className="touch-area">
          {t('Back to log-in')}
        </a>
      </div>
    </DoorFrame>
  );
}

function AskForHelp({ door, organization }: ForgottenPageProps): ReactElement {
  return (
    <>
      <p className={arriving['text']}>
        {t('An administrator can give you a link for a new password. It works once and for a day.')}
      </p>
      <ul className={styles['helpers']} aria-label={t('Whom to ask')}>
        {door.helpers.map((helper, index) => (
          <li key={index} className={account['account']}>
            <Picture userId={index} size={40} name={helper.full_name} url={helper.avatar_url} />
            <span className={account['words']}>
              <bdi className={`clip ${account['name']}`}>{helper.full_name}</bdi>
              <span className={account['detail']}>{roleName(helper.role)}</span>
            </span>
          </li>
        ))}
      </ul>
      <CopyField
        label={t('Request to an administrator')}
        value={t('Please make a link for a new password at {url} for me.', { url: organization.url })}
      />
      <p className="help">
        {t('For administrators: open the profile of the person, then “Copy a link for a new password”.')}
      </p>
    </>
  );
}
