import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';

/** A user of the sample organization, with the values of profile fields by name. */
export type SampleUser = {
  /** The name by which conversations call the user. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly timezone: string;
  readonly status?: { readonly status_text: string; readonly emoji_name: string };
  readonly presence: 'active' | 'idle' | 'offline';
  readonly profile: Readonly<Record<string, string | readonly string[]>>;
};

export const HOME_TIMEZONE = 'Europe/Stockholm';

type Details = Partial<Pick<SampleUser, 'email' | 'role' | 'timezone' | 'status' | 'presence'>>;

function user(name: string, details: Details, profile: SampleUser['profile'] = {}): SampleUser {
  const [key = ''] = name.split(' ');
  return {
    key,
    name,
    email: `${key.toLowerCase()}@observatory.example`,
    role: roles.member,
    timezone: HOME_TIMEZONE,
    presence: 'offline',
    ...details,
    profile,
  };
}

export const owner: SampleUser = user(
  'Iris Lindqvist',
  {
    role: roles.owner,
    presence: 'active',
    status: { status_text: 'At the dome until 18:00', emoji_name: 'telescope' },
  },
  {
    Pronouns: 'she/her',
    Team: 'office',
    'First night': '2011-03-20',
    'Ask when away': ['Bram'],
    'Home page': 'https://observatory.example/iris',
  },
);

const bram = user(
  'Bram Okafor',
  { presence: 'active', status: { status_text: 'In the workshop until 12:00', emoji_name: 'wrench' } },
  { Pronouns: 'he/him', Team: 'mechanics', 'First night': '2024-03-11', Telephone: 'ext. 214' },
);
const chen = user(
  'Chen Wei',
  {
    presence: 'active',
    status: { status_text: 'Takes a motor apart', emoji_name: 'gear' },
  },
  { Pronouns: 'she/her', Team: 'mechanics', 'First night': '2019-12-21', 'Code forge': 'chen-wei' },
);
const nour: SampleUser = {
  ...user(
    'نور الحداد',
    {
      email: 'nour@observatory.example',
      timezone: 'Asia/Amman',
      presence: 'idle',
      status: { status_text: 'Writes from right to left', emoji_name: 'memo' },
    },
    { Team: 'software', 'About me': 'أكتب من اليمين إلى اليسار.', 'Ask when away': ['Emil'] },
  ),
  key: 'Nour',
};
const dara = user(
  'Dara Novak',
  {
    role: roles.moderator,
    presence: 'idle',
    status: { status_text: 'Plans the nights', emoji_name: 'new_moon' },
  },
  { Pronouns: 'she/her', Team: 'sky', 'First night': '2016-09-22', Telephone: 'ext. 105' },
);
const emil = user(
  'Emil Sato',
  {
    email: 'emil@partner.example',
    role: roles.guest,
    presence: 'active',
    status: { status_text: 'From the partner lab', emoji_name: 'test_tube' },
  },
  { Team: 'software' },
);

/** Users whom a visitor of the demo can enter as, in the order of the log-in page. */
export const sampleLogins: readonly SampleUser[] = [owner, bram, chen, nour, dara, emil];

export const users: readonly SampleUser[] = [
  bram,
  chen,
  dara,
  emil,
  user(
    'Maximiliane von Hohenberg-Lichtenstein zu Waldeck',
    {
      email: 'maximiliane.von.hohenberg-lichtenstein@observatory.example',
      role: roles.administrator,
      timezone: 'Europe/Berlin',
    },
    { Team: 'office', 'About me': 'Keeps the visitors happy and the budget alive.' },
  ),
  nour,
  user(
    'Mateo Quispe',
    { role: roles.administrator, timezone: 'America/Lima' },
    { Pronouns: 'he/him', Team: 'mechanics', 'First night': '2014-06-21', 'Code forge': 'mateo-q' },
  ),
  user(
    'Amara Okonkwo',
    { role: roles.moderator, timezone: 'Africa/Lagos', presence: 'idle' },
    { Pronouns: 'she/her', Team: 'sky', 'About me': 'Variable stars, **strong tea**, and the dome.' },
  ),
  user(
    'Jonas Feld',
    { timezone: 'Europe/Berlin' },
    { Team: 'mechanics', 'First night': '2019-12-21', 'Ask when away': ['Mateo'] },
  ),
  user(
    'Priya Raman',
    { timezone: 'Asia/Kolkata', status: { status_text: 'Asleep until noon', emoji_name: 'zzz' } },
    { Pronouns: 'she/they', Team: 'sky', 'Code forge': 'praman', 'Ask when away': ['Amara'] },
  ),
  user(
    'Kenji Watanabe',
    { timezone: 'Asia/Tokyo', presence: 'active' },
    { Pronouns: 'he/him', Team: 'sky', 'Home page': 'https://observatory.example/kenji' },
  ),
  user(
    'Leila Haddad',
    {
      timezone: 'Africa/Tunis',
      status: { status_text: 'At the conference in Cape Town', emoji_name: 'airplane' },
    },
    { Team: 'sky' },
  ),
  user('Frieda Adeyemi', { presence: 'active' }, { Team: 'office', Telephone: 'ext. 100' }),
  user(
    'Noor van Dijk',
    { email: 'noor@school.example', role: roles.guest, timezone: 'Europe/Amsterdam' },
    { Pronouns: 'they/them' },
  ),
];

/** A user who has left: the account is deactivated. */
export const former: SampleUser = user('Tomás Zieliński', { email: 'tomas@observatory.example' });

/** A bot of the sample organization. */
export type SampleBot = {
  readonly key: string;
  readonly name: string;
  readonly shortName: string;
  readonly owner: string;
};

export const bots: readonly SampleBot[] = [
  { key: 'Weather', name: 'Weather bot', shortName: 'weather', owner: 'Iris' },
  { key: 'Pipeline', name: 'Pipeline bot', shortName: 'pipeline', owner: 'Chen' },
];
