import { createUser as contract } from '@parley/contract/endpoints/users.ts';
import { q, sql } from '../../db/sql.ts';
import { emailDomainProblem } from '../../domains/policy.ts';
import { route, type Call } from '../../http/route.ts';
import { announceSignUp } from '../../notices/announce-sign-up.ts';
import { badRequest } from '../../problem.ts';
import { isEmailAddress } from '../address.ts';
import { createPerson } from '../create-person.ts';
import { checkFullName, refuseTakenName } from '../full-name.ts';
import { administratorsOnly } from '../gates.ts';
import { lockOwnership } from '../last-owner.ts';
import { checkPasswordStrength } from '../password-strength.ts';
import { hashPassword } from '../password.ts';

export const createUserRoute = route(
  contract,
  async (call, { email, password, full_name }) => {
    const { world, realm, person: me } = call;
    if (!me.can_create_users) throw badRequest('You may not create accounts.');
    const fullName = checkFullName(full_name);
    await checkAddress(call, email);
    await checkPasswordStrength(password, [email, fullName]);
    const passwordHash = await hashPassword(password);
    const { person } = await world.write(realm.id, async (tx) => {
      await lockOwnership(tx);
      await refuseTakenName(tx, realm, fullName);
      return createPerson(tx, world, { email, fullName, role: 400, passwordHash, awaitsFirstLogin: true });
    });
    await announceSignUp(world, { realm, person });
    return { user_id: person.id };
  },
  administratorsOnly,
);

const checkAddress = async ({ world, realm }: Call, email: string): Promise<void> => {
  if (!isEmailAddress(email)) throw badRequest('That is not an e-mail address.');
  const problem = await emailDomainProblem(world.pool, realm, email);
  if (problem !== undefined) throw badRequest(problem);
  const taken = await world.pool.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (taken !== undefined) throw badRequest('That e-mail address is in use already.');
};
