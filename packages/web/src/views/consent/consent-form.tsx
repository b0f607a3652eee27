import { useActionState, useState, type ReactElement } from 'react';
import { DoorError } from '../../data/session/call.ts';
import {
  allowProgram,
  refuseProgram,
  type AuthorizationRequest,
  type OwnChannel,
} from '../../data/session/consent.ts';
import type { DoorOrganization } from '../../data/session/door.ts';
import { logOut } from '../../data/session/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { firstLetterOf } from '../../parts/picture.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { OrganizationMark } from '../../screen/organization-mark.tsx';
import { t } from '../../words/index.ts';
import { decisionOf, firstChoice, LIVES, type Life } from './consent-choice.ts';
import { ConsentRights } from './consent-rights.tsx';
import { go } from './go.ts';
import styles from './consent.module.css';

export type ConsentFormProps = {
  readonly request: AuthorizationRequest;
  readonly channels: readonly OwnChannel[];
  readonly organization: DoorOrganization;
  readonly onLogIn: (note?: string) => void;
};

/** The rights of a program, their end, and the two buttons. */
export function ConsentForm({ request, channels, organization, onLogIn }: ConsentFormProps): ReactElement {
  const { client_name: name, scopes: asked } = request;
  const [choice, setChoice] = useState(() => firstChoice(asked, channels));
  const decision = decisionOf(asked, choice);
  const [error, decide, isPending] = useActionState<string | undefined, 'allow' | 'refuse'>(
    async (_, answer) => {
      try {
        if (answer === 'refuse') go(await refuseProgram());
        else if (decision !== undefined) go(await allowProgram(decision));
        return undefined;
      } catch (thrown) {
        if (!(thrown instanceof DoorError)) return t('Something went wrong. Try again.');
        if (thrown.code === 'RECENT_LOGIN_REQUIRED' || thrown.code === 'UNAUTHORIZED')
          onLogIn(t('Log in again to decide about {name}.', { name }));
        return thrown.message;
      }
    },
    undefined,
  );
  const lives: Readonly<Record<Life, string>> = { 90: t('in 90 days'), 7: t('in a week'), 1: t('in a day') };
  return (
    <form className={styles['consent']}>
      <div className={styles['pair']} aria-hidden="true">
        <span className={styles['mark']}>{firstLetterOf(name).toUpperCase()}</span>
        <Icon name="forward" />
        <OrganizationMark name={organization.name} iconUrl={organization.icon_url ?? undefined} isLarge />
      </div>
      <h1>
        <bdi>
          {t('{program} wants to act for you in {organization}', {
            program: name,
            organization: organization.name,
          })}
        </bdi>
      </h1>
      <Origin request={request} onLogIn={onLogIn} />
      <ConsentRights asked={asked} channels={channels} choice={choice} onChange={setChoice} />
      <div className={styles['end']}>
        <SelectField
          label={t('Ends')}
          value={choice.days}
          options={LIVES.map((value) => ({ value, name: lives[value] }))}
          onChange={(days) => setChoice({ ...choice, days })}
        />
        <p className="help">{t('Settings › Programs shows when it was used, and ends it at once.')}</p>
      </div>
      {error === undefined ? null : (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
      <div className={styles['buttons']}>
        <button type="submit" className="btn full" formAction={() => decide('refuse')} disabled={isPending}>
          {t('Refuse')}
        </button>
        <button
          type="submit"
          className="btn primary full"
          formAction={() => decide('allow')}
          disabled={isPending || decision === undefined}
        >
          {t('Allow')}
        </button>
      </div>
    </form>
  );
}

type OriginProps = { readonly request: AuthorizationRequest; readonly onLogIn: ConsentFormProps['onLogIn'] };

/** The one who vouches for the program, the place to which the user goes next, and who the user is. */
function Origin({ request, onLogIn }: OriginProps): ReactElement {
  const { client_host: host, returns_to: place, user_name: user } = request;
  return (
    <p className={styles['origin']}>
      {host === null ? (
        t('An administrator added this program.')
      ) : (
        <bdi>{t('From {host}, which vouches for this program.', { host })}</bdi>
      )}{' '}
      {place === host ? null : <bdi>{t('Next you go to {place}.', { place })}</bdi>}{' '}
      <bdi>{t('You are {name}.', { name: user })}</bdi>{' '}
      <button
        type="button"
        className="lk"
        onClick={() => {
          logOut().then(
            () => onLogIn(),
            () => onLogIn(),
          );
        }}
      >
        {t('Not you?')}
      </button>
    </p>
  );
}
