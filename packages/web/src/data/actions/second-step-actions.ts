import { getSecondStepsOfUsers } from '@parley/contract/endpoints/second-steps.ts';
import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { Chat } from '../chat.ts';

export type UserSteps = ResultOf<typeof getSecondStepsOfUsers>['users'][number];

/** Second steps of all users, for administrators. */
export async function readSecondStepsOfUsers({ client }: Chat): Promise<readonly UserSteps[]> {
  return (await client.call(getSecondStepsOfUsers)).users;
}
