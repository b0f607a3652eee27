import { redirect } from '../../http/answer.ts';
import type { Page } from '../../http/page.ts';
import { visitorOf } from '../../http/visitor.ts';
import { badRequest } from '../../problem.ts';
import { accessProvider } from '../access.ts';
import { newState } from '../../oauth/state.ts';
import { storeAuthorization } from '../authorization.ts';
import { shown } from '../../html/shown.ts';

/** Sends a browser to the provider, so that its person allows us to create calls there. */
export const registerCalls: Page = {
  path: '/calls/conference/register',
  handle: shown(async (world, request) => {
    const { person } = await visitorOf(world, request);
    const provider = accessProvider(world);
    const state = newState();
    const begun = await provider.begin(state);
    if (begun.kind !== 'given') {
      world.log.warn({ err: begun.error }, 'the video provider could not be asked');
      throw badRequest('The video provider does not answer. Try again later.');
    }
    const { url, verifier } = begun.value;
    await world.write(person.realm_id, (tx) =>
      storeAuthorization(tx, world.sealer, person, { state, verifier }),
    );
    return redirect(url);
  }),
};
