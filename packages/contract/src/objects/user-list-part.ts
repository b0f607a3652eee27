import { boolean, string } from '../primitives.ts';

/** The place of a part in the list of users. */
export const userListPart = {
  users_version: string.describe('The users that the client has with this part, as `users_since`.'),
  users_complete: boolean.describe(
    'Whether the client has all users now. If not, it asks for the next part.',
  ),
  users_restart: boolean.describe('Whether the client discards the users that it had before.'),
};
