import { Suspense, type ReactElement } from 'react';
import { lazyPart } from '../../parts/lazy-part.ts';
import { shownGroupCard } from '../../parts/group-card-store.ts';
import { useCell } from '../../parts/use-cell.ts';
import { shownUserCard } from '../../parts/user-card-store.ts';

const UserCard = lazyPart(() => import('./user-card.tsx').then((module) => module.UserCard));
const GroupCard = lazyPart(() => import('./group-card.tsx').then((module) => module.GroupCard));

/** The card of the user or group whose name or picture was pressed; one per page. */
export function UserCards(): ReactElement | null {
  const target = useCell(shownUserCard);
  const group = useCell(shownGroupCard);
  if (target === undefined && group === undefined) return null;
  return (
    <Suspense>
      {group === undefined ? null : <GroupCard key={`group-${group.groupId}`} target={group} />}
      {target === undefined ? null : <UserCard key={target.userId} target={target} />}
    </Suspense>
  );
}
