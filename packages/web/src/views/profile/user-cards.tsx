import { Suspense, type ReactElement } from 'react';
import { lazyPart } from '../../parts/lazy-part.ts';
import { useCell } from '../../parts/use-cell.ts';
import { shownUserCard } from '../../parts/user-card-store.ts';

const UserCard = lazyPart(() => import('./user-card.tsx').then((module) => module.UserCard));

/** The card of the user whose name or picture was pressed; one per page. */
export function UserCards(): ReactElement | null {
  const target = useCell(shownUserCard);
  if (target === undefined) return null;
  return (
    <Suspense>
      <UserCard key={target.userId} target={target} />
    </Suspense>
  );
}
