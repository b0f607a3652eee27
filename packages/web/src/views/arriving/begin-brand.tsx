import type { ReactElement } from 'react';
import marks from '../../screen/organization-mark.module.css';
import arriving from './door.module.css';

export type BeginBrandProps = { readonly title: string; readonly lead: string };

/** The head of pages before there is an organization. */
export function BeginBrand({ title, lead }: BeginBrandProps): ReactElement {
  return (
    <div className={arriving['brand']}>
      <span className={`${marks['mark']} ${marks['large']}`} aria-hidden="true">
        <img src="/icon-192.png" alt="" />
      </span>
      <div>
        <h1>{title}</h1>
        <p className={arriving['lead']}>{lead}</p>
      </div>
    </div>
  );
}
