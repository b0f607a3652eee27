import type { Audience } from '../log/audience.ts';
import type { PersonRow } from '../people/person.ts';

/** Who looks after a bot: administrators and its owner. */
export const keepersOf = ({ bot_owner_id }: Pick<PersonRow, 'bot_owner_id'>): Audience => ({
  kind: 'roles',
  roles: [100, 200],
  ...(bot_owner_id === null ? {} : { also: [bot_owner_id] }),
});
