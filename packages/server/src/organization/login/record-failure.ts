import type { World } from '../../http/world.ts';
import type { LoginFactor } from '../credentials/login-factor.ts';

type Failure = {
  /** Undefined for an unknown name, which is not recorded: it may be a password in the wrong field. */
  readonly userId: number | undefined;
  readonly factor: LoginFactor;
  readonly reason: string;
};

type FailureLine = { readonly address: string; readonly organization: string; readonly reason: string };

/** Programs such as fail2ban read this line (deploy/fail2ban), so its form is fixed. It names no user, who may not exist. */
export function logFailure(
  { log, metrics }: Pick<World, 'log' | 'metrics'>,
  { address, organization, reason }: FailureLine,
): void {
  metrics.loginFailed(reason);
  log.warn({ address, organization, reason }, 'log-in failed');
}

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
