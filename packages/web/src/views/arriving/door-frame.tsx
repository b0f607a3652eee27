import type { ReactElement, ReactNode } from 'react';
import type { Doorway } from '../../data/session/session.ts';
import { t } from '../../words/index.ts';
import { OrganizationMark } from '../../screen/organization-mark.tsx';

export type DoorFrameProps = {
  readonly isWide?: boolean;
  readonly version?: string;
  readonly children: ReactNode;
};

export function DoorFrame({ isWide = false, version, children }: DoorFrameProps): ReactElement {
  return (
    <div className="door">
      <main className={isWide ? 'two' : ''}>{children}</main>
      <footer>{version === undefined ? null : <span>{t('Parley {version}', { version })}</span>}</footer>
    </div>
  );
}

export type BrandProps = {
  readonly doorway: Doorway;
  readonly title: string;
  readonly lead: string;
};

export function Brand({ doorway, title, lead }: BrandProps): ReactElement {
  return (
    <div className="brand">
      <OrganizationMark name={doorway.name} iconUrl={doorway.iconUrl} />
      <div>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className="lead">{lead}</p>
      </div>
    </div>
  );
}
