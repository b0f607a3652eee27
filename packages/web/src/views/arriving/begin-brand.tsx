import type { ReactElement } from 'react';

export type BeginBrandProps = { readonly title: string; readonly lead: string };

/** The head of pages before there is an organization. */
export function BeginBrand({ title, lead }: BeginBrandProps): ReactElement {
  return (
    <div className="brand">
      <span className="mark" aria-hidden="true">
        <img src="/icon-192.png" alt="" />
      </span>
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
    </div>
  );
}
