import { q, sql } from '../../db/sql.ts';
import { shown } from '../../html/shown.ts';
import { redirect } from '../../http/answer.ts';
import { urlOf } from '../../http/hosts.ts';
import type { Page } from '../../http/page.ts';
import { realmAt } from '../../joining/realm-at.ts';
import { atHome } from '../../oauth/at-home.ts';
import { recordLogin } from '../../people/first-login.ts';
import type { PersonRow } from '../../people/person.ts';
import { badRequest, type Problem } from '../../problem.ts';
import type { RealmRow } from '../../realm/realm.ts';
import { isOpen } from '../../realm/settings.ts';
import type { World } from '../../world.ts';
import { takeSignOn } from '../begun.ts';
import { COMPLETE_PATH } from '../methods.ts';
import { hidden } from '../one-time-pad.ts';

const unknownState = (): Problem =>
  badRequest('This log-in was begun too long ago, or not here. Start again.');

const WAY = { path: COMPLETE_PATH, begun: 'sign_on', unknownState } as const;

/** Where the provider of accounts sends the browser back to. */
export const completeSignOn: Page = {
  path: COMPLETE_PATH,
  handle: shown((world, request) =>
    atHome(world, request, WAY, async (state) => {
      const realm = await realmAt(world, request);
      const { signOn } = world;
      const begun = await world.write(realm.id, (tx) => takeSignOn(tx, world.sealer, state));
      if (begun === undefined || signOn === undefined || !isOpen('OpenID Connect', realm, world.config))
        throw unknownState();
      const outcome = await signOn.finish(request.fields.query, state, begun);
      if (outcome.kind !== 'given') {
        world.log.warn({ err: outcome.error }, 'the provider of sign-on did not say who somebody is');
        throw badRequest('The provider of your account did not say who you are. Start again.');
      }
      const person = await accountOf(world, realm, outcome.value.email);
      await recordLogin(world, person);
      return redirect(`zulip://login?${new URLSearchParams(answerFor(world, realm, person, begun.otp))}`);
    }),
  ),
};

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
