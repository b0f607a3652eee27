import { beginOrganization as beginContract, checkSetupCode } from '@parley/contract/endpoints/arriving.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { subdomainOf } from '../../../engine/hosts.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { World } from '../../../http/world.ts';
import { limitForms } from '../../joining/limits.ts';
import { beginWithCookie } from '../../sessions/begin-with-cookie.ts';
import { isEmailAddress } from '../../users/address.ts';
import { checkFullName } from '../../users/full-name.ts';
import { checkProposedPassword } from '../../users/password-strength.ts';
import { hashPassword } from '../../users/passwords.ts';
import { beginOrganization, checkFirstChannels, checkOrganizationName, type Beginning } from '../begin.ts';
import { checkCode } from '../code.ts';

export const checkSetupCodePage = browserOperation(checkSetupCode, async (world, request, { code }) => {
  limitForms(world, request.address);
  await checkCode(world, code);
  return { result: {} };
});

export const beginOrganizationPage = browserOperation(beginContract, async (world, request, given) => {
  limitForms(world, request.address);
  const seed = await checkCode(world, given.code);
  const owner = await beginOrganization(world, seed, await beginningOf(world, request, given));
  return {
    result: { user_id: owner.id },
    cookie: await beginWithCookie(world, request, owner, 'setup code'),
  };
});

async function beginningOf(
  world: World,
  request: IncomingRequest,
  given: ParametersOf<typeof beginContract>,
): Promise<Beginning> {
  const { hosts } = world.config;
  const subdomain = subdomainOf(hosts, request.host);
  if (subdomain === '' && hosts.landingPage)
    throw badRequest('Organizations of this server have subdomains. Open the address with the subdomain.');
  const name = checkOrganizationName(given.name);
  const fullName = checkFullName(given.full_name);
  const email = given.email.trim();
  if (!isEmailAddress(email)) throw badRequest('Enter a valid e-mail address.');
  const channels = checkFirstChannels(given.channels);
  await checkProposedPassword(world, {
    share: { realmId: 0, userId: 0 },
    chosenFor: undefined,
    password: given.password,
    known: [email, fullName, name],
  });
  const passwordHash = await hashPassword(given.password);
  return { subdomain, name, owner: { fullName, email, passwordHash }, channels };
}
