import type { Letter } from '../mail/letter.ts';
import type { Actor } from '../people/person.ts';
import { urlOf } from '../http/hosts.ts';
import type { World } from '../world.ts';
import { linkOf } from './present.ts';

/** What somebody who is invited reads. */
export const invitationLetter = (
  { config }: Pick<World, 'config'>,
  { realm, person }: Actor,
  { email, token, expires_at }: { email: string; token: string; expires_at: Date | null },
): Letter => ({
  to: email,
  subject: `${person.full_name} invites you to ${realm.name}`,
  text: `Hello,

${person.full_name} invites you to join ${realm.name}, a team chat at ${urlOf(config.hosts, realm.subdomain)}

Follow this link to choose your name and a password:

${linkOf({ config }, realm, token)}

The link works once${expires_at === null ? '' : `, until ${momentOf(expires_at)}`}. If you do not want to join, ignore this letter.
`,
});

/** A moment as everybody can read it. */
export const momentOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
