import { useState, type ReactElement } from 'react';
import { firstLetterOf } from '../parts/picture.tsx';

export type OrganizationMarkProps = {
  readonly name: string;
  /** Undefined for organizations without an icon of their own. */
  readonly iconUrl?: string | undefined;
};

/** The icon of an organization, else its initial. */
export function OrganizationMark({ name, iconUrl }: OrganizationMarkProps): ReactElement {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="mark" aria-hidden="true">
      {iconUrl === undefined || isBroken ? (
        firstLetterOf(name).toUpperCase()
      ) : (
        <img src={iconUrl} alt="" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
