import type { World } from '../../http/world.ts';
import type { LoginFactor } from '../credentials/login-factor.ts';

type Failure = {
  /** Undefined for an unknown name, which is not recorded: it may be a password in the wrong field. */
  readonly userId: number | undefined;
  readonly factor: LoginFactor;
  readonly reason: string;
};

/** Records a failed log-in. The answer to the log-in does not depend on it. */
export async function recordFailure(
  world: Pick<World, 'write' | 'warn'>,
  realmId: number,
  { userId, factor, reason }: Failure,
): Promise<void> {
  const object = userId === undefined ? {} : ({ object: { type: 'user', id: userId } } as const);
  try {
    await world.write(realmId, async (tx) => {
      tx.record({ action: 'login.failed', ...object, after: { factor, reason } });
    });
  } catch (error) {
    world.warn(error, 'record a failed log-in');
  }
}
