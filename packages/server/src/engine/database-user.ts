import { userInfo } from 'node:os';

/** Names the account of the process where the address names no user, as `psql` does: cron sets no USER, which the driver takes. */
export function withUser(url: string, pgUser: string | undefined): string {
  const { username, searchParams } = new URL(url);
  if (username !== '' || searchParams.has('user') || pgUser !== undefined) return url;
  const account = accountName();
  return account === undefined
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}user=${encodeURIComponent(account)}`;
}

/** The account may have no name, as in some containers. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
