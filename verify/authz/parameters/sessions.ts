import { OWN_PAGE } from '@parley/test-support/browser.ts';
import { HOME, kinds, OTHER, PASSWORD, type Actor, type Stage } from '../cast.ts';
import type { Company } from '../company.ts';

/** How a caller shows who it is. */
export type Door = { readonly name: 'key' | 'session'; readonly headers: Readonly<Record<string, string>> };

export const BY_KEY: Door = { name: 'key', headers: {} };

/** Log-ins of the human users in browsers; those who lost their account had logged in before. */
export async function openSessions(stage: Stage, company: Company): Promise<ReadonlyMap<string, Door>> {
  const doors = new Map<string, Door>();
  for (const actor of company.all()) {
    const kind = kinds[actor.who.kind];
    // Whether a replaced key ends sessions is said nowhere.
    const hasBrowser =
      actor.as !== undefined && kind?.bot === undefined && kind?.lost !== 'key' && isAtHome(kind?.door);
    if (!hasBrowser) continue;
    const isGone = kind?.lost === 'deactivated';
    if (isGone) await stage.must(stage.founder, 'POST', `/users/${actor.id}/reactivate`);
    doors.set(actor.who.kind, {
      name: 'session',
      headers: { ...OWN_PAGE, cookie: await logIn(stage, actor) },
    });
    if (isGone) await stage.must(stage.founder, 'DELETE', `/users/${actor.id}`);
  }
  return doors;
}

function isAtHome(door: string | undefined): boolean {
  return door === undefined || door === 'stranger' || door === 'stranger here';
}

async function logIn(stage: Stage, actor: Actor): Promise<string> {
  await stage.sql.query('update realm_user set password_hash = $1 where id = $2', [
    stage.passwordHash,
    actor.id,
  ]);
  const answer = await stage.ask('POST', '/session', {
    below: '/json',
    host: kinds[actor.who.kind]?.door === undefined ? HOME : OTHER,
    headers: OWN_PAGE,
    form: { username: actor.as?.email ?? '', password: PASSWORD },
  });
  await stage.sql.query('update realm_user set password_hash = null where id = $1', [actor.id]);
  const [cookie] = (answer.headers['set-cookie'] ?? [])[0]?.split(';') ?? [];
  if (cookie === undefined) throw new Error(`${actor.who.kind} cannot log in: ${answer.text}`);
  return cookie;
}
