import type { ReactElement, ReactNode } from 'react';
import type { DoorOrganization } from '../../data/session/door.ts';
import { t } from '../../words/index.ts';
import { OrganizationMark } from '../../screen/organization-mark.tsx';
import arriving from './door.module.css';

export type DoorFrameProps = {
  readonly isWide?: boolean;
  readonly version?: string;
  readonly children: ReactNode;
};

export function DoorFrame({ isWide = false, version, children }: DoorFrameProps): ReactElement {
  return (
    <div className={arriving['door']}>
      <main className={isWide ? arriving['wide'] : ''}>{children}</main>
      <footer>{version === undefined ? null : <span>{t('Parley {version}', { version })}</span>}</footer>
    </div>
  );
}

export type BrandProps = {
  readonly organization: DoorOrganization;
  readonly title: string;
  readonly lead: string;
};

/** The head of a page of visitors. */
export function Brand({ organization, title, lead }: BrandProps): ReactElement {
  return (
    <div className={arriving['brand']}>
      <OrganizationMark name={organization.name} iconUrl={organization.icon_url ?? undefined} isLarge />
      <div>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className={arriving['lead']}>
          <bdi>{lead}</bdi>
        </p>
      </div>
    </div>
  );
}
