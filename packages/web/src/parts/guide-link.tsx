import type { ReactElement, ReactNode } from 'react';

export type GuideLinkProps = {
  /** A page of the user guide, with an anchor where only a part is meant; empty for its start. */
  readonly page: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** Opens the user guide of the version that runs, beside the client. */
export function GuideLink({ page, className, children }: GuideLinkProps): ReactElement {
  return (
    <a className={className} href={`/help/${page}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
