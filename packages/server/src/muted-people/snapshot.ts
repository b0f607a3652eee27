import type { ReadState } from '../queues/snapshot.ts';
import { mutedBy } from './queries.ts';

export const mutedUsersState: ReadState<'muted_users'> = async ({ reader, person }) => ({
  muted_users: await mutedBy(reader, person),
});
