import { useState, type ReactElement, type SyntheticEvent } from 'react';
import type { DoorOrganization } from '../../data/session/door.ts';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import arriving from './door.module.css';

export type JoinFormProps = {
  readonly organization: DoorOrganization;
  readonly version: string;
  /** Everybody can join without an invitation. */
  readonly isOpen: boolean;
  readonly onBack: () => void;
};

/** Asks for the link of an invitation, which leads to its own page. */
export function JoinForm({ organization, version, isOpen, onBack }: JoinFormProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const open = (event: SyntheticEvent): void => {
    event.preventDefault();
    const path = invitationPath(typed.trim());
    if (path === undefined)
      setError(t('This is no link of an invitation to {host}.', { host: new URL(organization.url).host }));
    else globalThis.location.assign(path);
  };
  return (
    <DoorFrame version={version}>
      <Brand
        organization={organization}
        title={t('Join {name}', { name: organization.name })}
        lead={t('With the link that a member sent you')}
      />
      <form onSubmit={open}>
        <Field
          label={t('Link of the invitation')}
          type="url"
          autoComplete="off"
          required
          placeholder={`${globalThis.location.origin}/join/…`}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="btn primary full">
          {t('Go on')}
        </button>
      </form>
      <div className={arriving['under']}>
        <button type="button" className="lk" onClick={onBack}>
          {t('Back to log-in')}
        </button>
        {isOpen ? (
          <a href="/register" className="touch-area">
            {t('I have no invitation')}
          </a>
        ) : null}
      </div>
    </DoorFrame>
  );
}

/** The path of an invitation of this server. */
function invitationPath(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin === globalThis.location.origin && pathname.startsWith('/join/') ? pathname : undefined;
}
