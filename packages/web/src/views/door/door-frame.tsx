import type { ReactElement, ReactNode } from 'react';
import { firstLetterOf } from '../../parts/picture.tsx';
import { t } from '../../words/index.ts';

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

export type BrandProps = { readonly name: string; readonly lead: string };

export function Brand({ name, lead }: BrandProps): ReactElement {
  return (
    <div className="brand">
      <span className="mark" aria-hidden="true">
        {firstLetterOf(name).toUpperCase()}
      </span>
      <div>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p className="lead">{lead}</p>
      </div>
    </div>
  );
}
