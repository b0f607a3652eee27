import { t } from '../../words/index.ts';
import { DAY, spanName, type RealmChoice, type RealmGroup } from './realm-entries.ts';

/** Settings of the page "Sign-in". */
export function signInGroups(): readonly RealmGroup[] {
  return [
    {
      title: t('Joining'),
      entries: [
        {
          name: 'invite_required',
          label: t('Joining needs an invitation'),
          words: t('open sign-up registration'),
        },
        {
          name: 'emails_restricted_to_domains',
          label: t('Only addresses of the domains below join'),
          words: t('domain'),
        },
        {
          name: 'disallow_disposable_email_addresses',
          label: t('Throw-away addresses are refused'),
        },
        {
          name: 'waiting_period_threshold',
          label: t('A member is a full member'),
          words: t('waiting period new member'),
          choices: [
            { value: 0, name: t('At once') },
            ...[3, 7, 30].map((value) => ({ value, name: t('After {count} days', { count: value }) })),
          ],
        },
        { name: 'send_welcome_emails', label: t('New people are welcomed by e-mail') },
      ],
    },
    {
      title: t('Second step'),
      entries: [
        {
          name: 'second_steps_required_of',
          label: t('A second step is needed by'),
          help: t('Log-ins ask for it after the password'),
          words: t('two factor authentication authenticator app required'),
          choices: [
            { value: 'nobody', name: t('No one') },
            { value: 'administrators', name: t('Administrators and owners') },
            { value: 'everyone', name: t('Everyone') },
          ],
        },
        {
          name: 'second_step_setup_days',
          label: t('Time to set it up'),
          help: t('Then log-ins go no further without it, and sessions end'),
          choices: [1, 3, 7, 14, 30].map((value) => ({ value, name: spanName(value * DAY) })),
        },
      ],
    },
    {
      title: t('Sessions'),
      entries: [
        {
          name: 'session_idle_minutes',
          label: t('A browser that is not used is logged out'),
          help: t('An open page counts as use'),
          words: t('session timeout idle expire'),
          choices: spansAfter([30, 60, 480, 1_440, 10_080, 20_160], 60),
        },
        {
          name: 'session_max_hours',
          label: t('Every browser is logged out'),
          help: t('However much it is used since the log-in'),
          choices: spansAfter([12, 24, 168, 720, 2_160], 3_600),
        },
      ],
    },
    {
      title: t('Own accounts'),
      entries: [
        { name: 'name_changes_disabled', label: t('Only administrators change names') },
        { name: 'require_unique_names', label: t('No two people have the same name') },
        { name: 'email_changes_disabled', label: t('Only administrators change addresses') },
        { name: 'avatar_changes_disabled', label: t('Only administrators change pictures') },
      ],
    },
    {
      title: t('Guests and visitors'),
      entries: [
        { name: 'enable_guest_user_indicator', label: t('Names of guests are marked') },
        {
          name: 'enable_spectator_access',
          label: t('Web-public channels are read without an account'),
          words: t('visitors spectators anonymous'),
        },
      ],
    },
  ];
}

function spansAfter(counts: readonly number[], unitSeconds: number): readonly RealmChoice[] {
  return counts.map((value) => ({ value, name: t('After {time}', { time: spanName(value * unitSeconds) }) }));
}
