import type { Answer } from '@parley/client/connection.ts';
import { checkAnswer } from '@parley/contract/check.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';

/** Fails the test whose request got an answer that the contract does not declare. */
export function checkWire(endpoint: Endpoint, { status, body }: Answer): void {
  const problems = checkAnswer(endpoint, status, body);
  if (problems.length > 0) throw new Error(`outside the contract: ${problems.join('; ')}`);
}
