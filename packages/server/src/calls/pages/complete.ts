import { subdomainOf, urlOf } from '../../http/hosts.ts';
import type { Page } from '../../http/page.ts';
import { visitorOf } from '../../http/visitor.ts';
import { badRequest } from '../../problem.ts';
import { accessProvider } from '../access.ts';
import { homeOfState, takeVerifier } from '../authorization.ts';
import { COMPLETE_PATH } from '../oauth-provider.ts';
import { storeToken } from '../tokens.ts';
import { notice } from '../../html/document.ts';
import { shown } from '../../html/shown.ts';

/** Where the provider sends the browser back to, always at the root host; the organization's own host goes on. */
export const completeCalls: Page = {
  path: COMPLETE_PATH,
  handle: shown(async (world, request) => {
    const provider = accessProvider(world);
    const brought = request.fields.query;
    const state = brought.get('state') ?? '';
    const home = await homeOfState(world.pool, state);
    if (home === undefined) throw unknownState();
    const { hosts } = world.config;
    if (home !== subdomainOf(hosts, request.host))
      return redirect(`${urlOf(hosts, home)}${COMPLETE_PATH}?${new URLSearchParams([...brought])}`);

    // Whoever brings the answer must be the one who asked: otherwise a link could collect other people's tokens.
    const { person } = await visitorOf(world, request);
    const verifier = await world.write(person.realm_id, (tx) =>
      takeVerifier(tx, world.sealer, person, state),
    );
    if (verifier === undefined) throw unknownState();
    const outcome = await provider.finish(brought, { state, verifier });
    if (outcome.kind !== 'given') {
      world.log.warn({ err: outcome.error }, 'the video provider gave no token');
      throw badRequest('The video provider did not confirm the connection. Start again.');
    }
    await world.write(person.realm_id, (tx) => storeToken(tx, world.sealer, person, outcome.value));
    return notice(200, 'Your account is connected', 'You can close this window now and start a call.');
  }),
};

const unknownState = () => badRequest('This connection was not begun by you, or too long ago. Start again.');

const redirect = (location: string) => ({ status: 302, headers: { location }, body: '' });
