import { ThreadPool } from '@parley/markdown/worker-pool';
import { askThread } from '../../engine/ask-thread.ts';
import type { Clock, Random } from '../../engine/clock.ts';
import type { Share } from '../../engine/turns/share.ts';
import { createTurns } from '../../engine/turns/turns.ts';
import type { RateLimitRule } from '../../http/rate-limits.ts';
import { rateLimitHit } from '../../http/request-count.ts';
import type { World } from '../../http/world.ts';
import type { KnownPasswords } from './known-passwords.ts';
import { checkPasswordStrength } from './passwords.ts';

export type Estimate = { readonly password: string; readonly known: readonly string[] };

/** Estimates in a thread how hard passwords are to guess: a hostile one takes a third of a second. */
export type PasswordStrength = {
  guessesOf(share: Share, estimate: Estimate): Promise<number>;
  isKnown(password: string): Promise<boolean>;
  close(): Promise<void>;
};

const THREAD = new URL('./strength-thread.ts', import.meta.url);
/** Processor time, a hundred times that of a hostile password. */
const ESTIMATE_BUDGET_MS = 30_000;
const TURNS = {
  running: { total: 1, perRealm: 1, perUser: 1 },
  waiting: { total: 100, perRealm: 20, perUser: 10 },
  maxWaitMs: 30_000,
};
/** The dictionaries take 70 MB, so the thread ends after this time without a password. */
const MAX_IDLE_MS = 60_000;

export function createPasswordStrength(
  clock: Clock,
  random: Random,
  knownPasswords: KnownPasswords,
): PasswordStrength {
  const pool = new ThreadPool<Estimate, number>(THREAD, TURNS.running.total);
  const turns = createTurns(TURNS, clock, random);
  let stopIdling = (): void => {};
  return {
    guessesOf: (share, estimate) =>
      turns.run(share, async () => {
        stopIdling();
        try {
          return await askThread(pool, estimate, ESTIMATE_BUDGET_MS);
        } finally {
          stopIdling = clock.after(MAX_IDLE_MS, () => {
            void pool.endIdle();
          });
        }
      }),
    isKnown: (password) => knownPasswords.has(password),
    close: async () => {
      stopIdling();
      turns.close();
      await pool.close();
    },
  };
}

/** Passwords that an account or an e-mail address may propose. */
const PROPOSALS: readonly RateLimitRule[] = [{ seconds: 3600, count: 10 }];

/** A new password of a user, and values that an attacker knows too. */
type ProposedPassword = Estimate & {
  readonly share: Share;
  /** The account or e-mail address whose proposals are counted; undefined for administrators, who create many accounts. */
  readonly chosenFor: string | undefined;
};

/** Throws if a password is too short, known or too easy to guess, or if too many were proposed. */
export async function checkProposedPassword(
  { config, limiter, passwordStrength }: Pick<World, 'config' | 'limiter' | 'passwordStrength'>,
  { share, chosenFor, password, known }: ProposedPassword,
): Promise<void> {
  await checkPasswordStrength(password, known, {
    isKnown: (proposed) => passwordStrength.isKnown(proposed),
    guessesOf: (considered) => {
      if (config.rateLimits && chosenFor !== undefined) {
        const verdict = limiter.take(`password:${share.realmId}:${chosenFor}`, PROPOSALS);
        if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
      }
      return passwordStrength.guessesOf(share, { password: considered, known });
    },
  });
}
