import type { ReactElement } from 'react';
import type { Door, DoorOrganization } from '../../data/session/door.ts';
import { signUp } from '../../data/session/enter.ts';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { MailForm } from './mail-form.tsx';
import arriving from './door.module.css';

export type SignUpPageProps = { readonly door: Door; readonly organization: DoorOrganization };

/** Joining without an invitation. */
export function SignUpPage({ door, organization }: SignUpPageProps): ReactElement {
  return (
    <DoorFrame version={door.version}>
      <Brand
        organization={organization}
        title={t('Join {name}', { name: organization.name })}
        lead={t('Everybody can join')}
      />
      <MailForm help={t('You get a link with which you choose a name and a password.')} onSend={signUp} />
      <div className={arriving['under']}>
        <a href="/" className="touch-area">
          {t('Back to log-in')}
        </a>
      </div>
    </DoorFrame>
  );
}
