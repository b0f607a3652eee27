import { codeAt } from '@parley/test-support/authenticator.ts';
import { OWN_PAGE } from '@parley/test-support/browser.ts';
import { numberAt, success, textAt } from '../expect.ts';
import type { Answer } from '../wire.ts';
import type { World } from '../world.ts';
import { PASSWORD, withPassword } from './common.ts';

type TwoSteps = {
  readonly email: string;
  readonly secret: string;
  readonly stepId: number;
  readonly codes: readonly string[];
  /** A request of the page in which the user is logged in. */
  readonly ask: (method: string, path: string, fields?: Record<string, string>) => Promise<Answer>;
};

/** A user whose log-ins ask for a code of an authenticator app. */
export async function withSecondStep(w: World): Promise<TwoSteps> {
  const { email } = await withPassword(w);
  const page = { below: '/json', headers: OWN_PAGE };
  const form = { username: email, password: PASSWORD };
  const { headers } = success(await w.ask('POST', '/session', { ...page, form }));
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const ask = (method: string, path: string, fields?: Record<string, string>): Promise<Answer> =>
    w.ask(method, path, {
      below: '/json',
      headers: { ...OWN_PAGE, cookie },
      ...(fields === undefined ? {} : { form: fields }),
    });
  const started = success(await ask('POST', '/second-steps'));
  const [stepId, secret] = [numberAt(started, 'id'), textAt(started, 'secret')];
  const code = codeAt(secret, Date.now());
  const confirmed = success(await ask('POST', `/second-steps/${stepId}/confirm`, { code }));
  const codes = confirmed.at('recovery_codes') as readonly string[];
  return { email, secret, stepId, codes, ask };
}
