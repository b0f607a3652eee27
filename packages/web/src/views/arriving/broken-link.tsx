import type { ReactElement } from 'react';
import type { Door, DoorOrganization } from '../../data/session/door.ts';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import arriving from './door.module.css';

export type BrokenLinkProps = {
  readonly door: Door;
  readonly organization: DoorOrganization;
  readonly problem: string;
};

/** A link that does not work, with the reason. */
export function BrokenLink({ door, organization, problem }: BrokenLinkProps): ReactElement {
  return (
    <DoorFrame version={door.version}>
      <Brand organization={organization} title={t('This did not work')} lead={organization.name} />
      <p className={arriving['text']}>{problem}</p>
      <div className={arriving['under']}>
        <a href="/" className="touch-area">
          {t('Back to log-in')}
        </a>
      </div>
    </DoorFrame>
  );
}
