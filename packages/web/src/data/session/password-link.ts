import { call } from './call.ts';

/** A link with which a user chooses a new password. Throws a `DoorError` when the server refuses. */
export async function createPasswordLink(userId: number): Promise<string> {
  const { link } = await call<{ readonly link: string }>('POST', `/json/users/${userId}/password-link`);
  return link;
}
