import { useState, type ReactElement } from 'react';
import { setSharedDevice } from '../../data/session/device.ts';
import type { Door, DoorOrganization, SampleAccount } from '../../data/session/door.ts';
import { logIn } from '../../data/session/enter.ts';
import { Icon } from '../../parts/icon.tsx';
import { Picture } from '../../parts/picture.tsx';
import { t } from '../../words/index.ts';
import { roleName } from '../../screen/role-name.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { LookAround } from './log-in-form.tsx';
import { refusalOf } from './refusal.ts';
import account from './account-row.module.css';
import arriving from './door.module.css';

export type SampleUsersProps = {
  readonly door: Door;
  readonly organization: DoorOrganization;
  readonly onEnter: () => void;
  readonly onPassword: () => void;
  /** Undefined where visitors can read nothing. */
  readonly onLook: (() => void) | undefined;
};

/** The log-in page of a demo: one button per sample user. */
export function SampleUsers(props: SampleUsersProps): ReactElement {
  const { door, organization, onEnter, onPassword } = props;
  const [error, setError] = useState<string>();
  const [enteringId, setEnteringId] = useState<number>();
  const enter = async (user: SampleAccount): Promise<void> => {
    setEnteringId(user.user_id);
    try {
      await logIn({ sample_user_id: user.user_id });
    } catch (failure) {
      setEnteringId(undefined);
      setError(refusalOf(failure));
      return;
    }
    setSharedDevice(false);
    onEnter();
  };
  return (
    <DoorFrame isWide version={door.version}>
      <div>
        <Brand
          organization={organization}
          title={t('Try Parley')}
          lead={t('{name} is a sample organization', { name: organization.name })}
        />
        <p className={arriving['text']}>
          {t(
            'Choose an account. No password, no e-mail. Open a second window as another user to see messages arrive.',
          )}
        </p>
        {error === undefined ? null : (
          <div className="note" role="alert">
            <Icon name="alert" />
            <span>{error}</span>
          </div>
        )}
      </div>
      <div>
        <h2 className="sr">{t('Sample accounts')}</h2>
        {door.sample_users.map((user) => (
          <button
            key={user.user_id}
            type="button"
            className={account['account']}
            disabled={enteringId !== undefined}
            onClick={() => void enter(user)}
          >
            <Picture userId={user.user_id} size={40} name={user.full_name} url={user.avatar_url} />
            <span className={account['words']}>
              <span className={`clip ${account['name']}`}>
                <span className="sr">{t('Enter as')} </span>
                <bdi>{user.full_name}</bdi>
              </span>
              <span className={account['detail']}>
                {roleName(user.role)}
                {user.about === undefined ? null : <bdi>. {user.about}</bdi>}
              </span>
            </span>
            <Icon name="right" />
          </button>
        ))}
        <div className={arriving['under']}>
          <button type="button" className="lk" onClick={onPassword}>
            {t('Log in with a password')}
          </button>
          <LookAround onLook={props.onLook} />
        </div>
      </div>
    </DoorFrame>
  );
}
