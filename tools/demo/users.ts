import { roles, type Role } from '@parley/contract/primitives.ts';

/** A user of the sample organization, with the values of profile fields by name. */
export type SampleUser = {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly timezone: string;
  readonly status?: { readonly status_text: string; readonly emoji_name: string };
  readonly isIdle?: boolean;
  readonly profile: Readonly<Record<string, string | readonly string[]>>;
};

function at(name: string): string {
  return `${name}@observatory.example`;
}

export const owner: SampleUser = {
  name: 'Iris Lindqvist',
  email: at('iris'),
  role: roles.owner,
  timezone: 'Europe/Stockholm',
  profile: {
    Pronouns: 'she/her',
    Group: 'office',
    'First night': '2011-03-20',
    'Asks for help': ['Mateo Quispe'],
    'Home page': 'https://observatory.example/iris',
  },
};

export const users: readonly SampleUser[] = [
  {
    name: 'Mateo Quispe',
    email: at('mateo'),
    role: roles.administrator,
    timezone: 'America/Lima',
    status: { status_text: 'Under the dome', emoji_name: 'wrench' },
    profile: {
      Pronouns: 'he/him',
      Group: 'instruments',
      'First night': '2014-06-21',
      'Code forge': 'mateo-q',
    },
  },
  {
    name: 'Amara Okonkwo',
    email: at('amara'),
    role: roles.moderator,
    timezone: 'Africa/Lagos',
    profile: {
      Pronouns: 'she/her',
      Group: 'sky',
      'First night': '2016-09-22',
      'About me': 'Variable stars, **strong tea**, and why the dome squeaks.',
    },
  },
  {
    name: 'Jonas Feld',
    email: at('jonas'),
    role: roles.member,
    timezone: 'Europe/Berlin',
    profile: { Group: 'instruments', 'First night': '2019-12-21', 'Asks for help': ['Mateo Quispe'] },
  },
  {
    name: 'Priya Raman',
    email: at('priya'),
    role: roles.member,
    timezone: 'Asia/Kolkata',
    status: { status_text: 'Asleep until noon', emoji_name: 'zzz' },
    isIdle: true,
    profile: {
      Pronouns: 'she/they',
      Group: 'sky',
      'Code forge': 'praman',
      'Asks for help': ['Amara Okonkwo'],
    },
  },
  {
    name: 'Kenji Watanabe',
    email: at('kenji'),
    role: roles.member,
    timezone: 'Asia/Tokyo',
    isIdle: true,
    profile: { Pronouns: 'he/him', Group: 'sky', 'Home page': 'https://observatory.example/kenji' },
  },
  {
    name: 'Leila Haddad',
    email: at('leila'),
    role: roles.member,
    timezone: 'Africa/Tunis',
    status: { status_text: 'At the conference in Cape Town', emoji_name: 'airplane' },
    profile: { Group: 'office', 'About me': 'Keeps the visitors happy and the budget alive.' },
  },
  {
    name: 'Noor van Dijk',
    email: 'noor@school.example',
    role: roles.guest,
    timezone: 'Europe/Amsterdam',
    profile: { Pronouns: 'they/them' },
  },
];

/** A user who has left: the account is deactivated. */
export const former: SampleUser = {
  name: 'Tomás Zieliński',
  email: at('tomas'),
  role: roles.member,
  timezone: 'Europe/Warsaw',
  profile: {},
};
