/** Code that is changed, and the suites that should notice: those of its own folder and the ones named here. */
export type CoveredCode = {
  readonly group: string;
  /** Another folder than `packages/server/src/`, whose own unit tests come first. */
  readonly root?: string;
  /** Files below the folder. */
  readonly files: RegExp;
  /** Test files below `packages/server/src`, nearest first. */
  readonly suites: readonly string[];
  /** A verifier that runs when no suite has noticed the change, as a script of package.json with arguments. */
  readonly verifier: readonly [script: string, ...args: string[]];
};

const SIMULATION = ['sim', '--seeds', '150'] as const;
const AUTHORIZATION = ['authz', '--short', '--seed', '8'] as const;

export const coveredCode: readonly CoveredCode[] = [
  {
    group: 'delivery',
    files: /^delivery\/[\w-]+\.ts$/,
    suites: [
      'http/polls.pg.test.ts',
      'app/registration/resume.pg.test.ts',
      'organization/sessions/session-ends.pg.test.ts',
    ],
    verifier: SIMULATION,
  },
  {
    group: 'log',
    files: /^engine\/log\/[\w-]+\.ts$/,
    suites: ['delivery/hub.test.ts', 'organization/users/visibility/visibility.pg.test.ts'],
    verifier: AUTHORIZATION,
  },
  {
    group: 'transaction',
    files:
      /^engine\/db\/(tx|lost-commit|retry|errors|guarded-pool|epoch|epoch-store|versioned-cache|snapshot|pool)\.ts$/,
    suites: [
      'engine/log/log.pg.test.ts',
      'app/epoch.pg.test.ts',
      'http/outage.pg.test.ts',
      'chat/messages/send/cached.pg.test.ts',
    ],
    verifier: SIMULATION,
  },
  {
    group: 'access',
    files:
      /^(chat|organization)\/.*\/(access|check-access|rights|relation|privacy|visible|[\w-]*visibility|acquaintance)\.ts$|^http\/credentials\.ts$/,
    suites: [],
    verifier: AUTHORIZATION,
  },
  {
    group: 'permission',
    files:
      /^(chat|organization)\/.*\/(permissions|system-groups|check-holder|check-update|update-rules|check-invitation)\.ts$/,
    suites: ['organization/groups/custom-groups.pg.test.ts', 'organization/realm/update-realm.pg.test.ts'],
    verifier: AUTHORIZATION,
  },
  {
    group: 'rights',
    root: 'packages/contract/src/rights/',
    files: /^[\w-]+\.ts$/,
    suites: ['app/rights-agreement.pg.test.ts'],
    verifier: AUTHORIZATION,
  },
];
