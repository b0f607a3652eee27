import { useState, type ReactElement } from 'react';
import { setSharedDevice } from '../../data/session/device.ts';
import { logIn, type Doorway, type SampleAccount } from '../../data/session/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { Picture } from '../../parts/picture.tsx';
import { t } from '../../words/index.ts';
import { roleName } from '../../screen/role-name.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { refusalOf } from './refusal.ts';

export type SampleUsersProps = {
  readonly doorway: Doorway;
  readonly onEnter: () => void;
  readonly onPassword: () => void;
};

/** The log-in page of a demo: one button per sample user. */
export function SampleUsers({ doorway, onEnter, onPassword }: SampleUsersProps): ReactElement {
  const [error, setError] = useState<string>();
  const [enteringId, setEnteringId] = useState<number>();
  const enter = async (user: SampleAccount): Promise<void> => {
    setEnteringId(user.userId);
    try {
      await logIn({ sample_user_id: user.userId });
    } catch (failure) {
      setEnteringId(undefined);
      setError(refusalOf(failure));
      return;
    }
    setSharedDevice(false);
    onEnter();
  };
  return (
    <DoorFrame isWide version={doorway.version}>
      <div>
        <Brand
          doorway={doorway}
          title={t('Try Parley')}
          lead={t('{name} is a sample organization', { name: doorway.name })}
        />
        <p className="door-text">
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
        {doorway.sampleUsers.map((user) => (
          <button
            key={user.userId}
            type="button"
            className="acct"
            disabled={enteringId !== undefined}
            onClick={() => void enter(user)}
          >
            <Picture userId={user.userId} name={user.name} url={user.pictureUrl} />
            <span className="two">
              <span className="clip name">
                <span className="sr">{t('Enter as')} </span>
                <bdi>{user.name}</bdi>
              </span>
              <span className="d">
                {roleName(user.role)}
                {user.about === '' ? null : <bdi>. {user.about}</bdi>}
              </span>
            </span>
            <Icon name="right" />
          </button>
        ))}
        <div className="under">
          <button type="button" className="lk" onClick={onPassword}>
            {t('Log in with a password')}
          </button>
        </div>
      </div>
    </DoorFrame>
  );
}
