import { q, sql } from '../../db/sql.ts';
import { shown } from '../../html/shown.ts';
import { subdomainOf, urlOf } from '../../http/hosts.ts';
import type { Page } from '../../http/page.ts';
import { realmAt } from '../../joining/realm-at.ts';
import type { PersonRow } from '../../people/person.ts';
import { badRequest, type Problem } from '../../problem.ts';
import type { RealmRow } from '../../realm/realm.ts';
import { isOpen } from '../../realm/settings.ts';
import type { World } from '../../world.ts';
import { homeOfState, takeSignOn } from '../begun.ts';
import { COMPLETE_PATH } from '../methods.ts';
import { hidden } from '../one-time-pad.ts';

/** Where the provider sends the browser back to, always at the root host; the organization's own host goes on. */
export const completeSignOn: Page = {
  path: COMPLETE_PATH,
  handle: shown(async (world, request) => {
    const brought = request.fields.query;
    const state = brought.get('state') ?? '';
    const home = await homeOfState(world.pool, state);
    if (home === undefined) throw unknownState();
    const { hosts } = world.config;
    if (home !== subdomainOf(hosts, request.host))
      return redirect(`${urlOf(hosts, home)}${COMPLETE_PATH}?${new URLSearchParams([...brought])}`);
    const realm = await realmAt(world, request);
    const { signOn } = world;
    const begun = await world.write(realm.id, (tx) => takeSignOn(tx, world.sealer, state));
    if (begun === undefined || signOn === undefined || !isOpen('OpenID Connect', realm, world.config))
      throw unknownState();
    const outcome = await signOn.finish(brought, state, begun);
    if (outcome.kind !== 'given') {
      world.log.warn({ err: outcome.error }, 'the provider of sign-on did not say who somebody is');
      throw badRequest('The provider of your account did not say who you are. Start again.');
    }
    const person = await accountOf(world, realm, outcome.value.email);
    return redirect(`zulip://login?${new URLSearchParams(answerFor(world, realm, person, begun.otp))}`);
  }),
};

const unknownState = (): Problem =>
  badRequest('This log-in was begun too long ago, or not here. Start again.');

const redirect = (location: string) => ({ status: 302, headers: { location }, body: '' });

const accountOf = async ({ pool }: World, realm: RealmRow, email: string | undefined): Promise<PersonRow> => {
  if (email === undefined)
    throw badRequest('The provider of your account has not confirmed your e-mail address.');
  const person = await pool.first(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('bot_type', 'is', null)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (person?.is_active !== true)
    throw badRequest(`There is no account for ${email} in ${realm.name}. Ask for an invitation.`);
  return person;
};

const answerFor = (world: World, realm: RealmRow, person: PersonRow, otp: string) => ({
  realm: urlOf(world.config.hosts, realm.subdomain),
  email: person.delivery_email,
  user_id: String(person.id),
  otp_encrypted_api_key: hidden(world.sealer.open(person.key_sealed), otp),
});
