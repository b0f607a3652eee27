import type { State } from '@parley/client';
import { now } from '../../data/clock.ts';
import { userById, type KnownUser } from '../../data/derived/users.ts';
import { locale, t } from '../../words/index.ts';
import { localTime } from '../../screen/local-time.ts';
import { roleName } from '../../screen/role-name.ts';

/** A line of a profile. */
export type ProfileFact = { readonly name: string; readonly value: string; readonly href?: string };

/** Types of profile fields, by number. */
const USERS_FIELD = 6;
const LINK_FIELD = 5;
const CHOICE_FIELD = 3;
const DATE_FIELD = 4;
const PRONOUNS_FIELD = 8;

/** Facts about a user, in the order of the profile. */
export function profileFacts(state: State, user: KnownUser): ProfileFact[] {
  return [
    ...timeFact(user),
    { name: t('Role'), value: user.is_bot ? t('Bot') : roleName(user.role) },
    ...mailFact(user),
    ...fieldFacts(state, user),
    { name: t('Joined'), value: monthOf(user.date_joined) },
  ];
}

/** Pronouns, if the organization has a field for them. */
export function pronounsOf(state: State, user: KnownUser): string {
  const field = state.custom_profile_fields?.find(({ type }) => type === PRONOUNS_FIELD);
  return field === undefined ? '' : (valueOf(user, field.id) ?? '');
}

function timeFact({ timezone, is_bot: isBot }: KnownUser): ProfileFact[] {
  const time = isBot ? '' : localTime(timezone, now());
  return time === '' ? [] : [{ name: t('Local time'), value: time }];
}

function mailFact(user: KnownUser): ProfileFact[] {
  const address = user.delivery_email;
  if (typeof address !== 'string' || address === '') return [];
  return [{ name: t('E-mail'), value: address, href: `mailto:${address}` }];
}

function fieldFacts(state: State, user: KnownUser): ProfileFact[] {
  return (state.custom_profile_fields ?? []).flatMap((field) => {
    const value = valueOf(user, field.id);
    if (value === undefined || value === '' || field.type === PRONOUNS_FIELD) return [];
    return [{ name: field.name, ...shownValue(state, field, value) }];
  });
}

type ProfileField = NonNullable<State['custom_profile_fields']>[number];

function shownValue(state: State, field: ProfileField, value: string): Omit<ProfileFact, 'name'> {
  switch (field.type) {
    case LINK_FIELD:
      return /^https?:/.test(value) ? { value, href: value } : { value };
    case DATE_FIELD:
      return { value: dateOf(value) };
    case CHOICE_FIELD:
      return { value: choiceOf(field.field_data, value) };
    case USERS_FIELD:
      return { value: usersOf(state, value) };
    default:
      return { value };
  }
}

function valueOf(user: KnownUser, fieldId: number): string | undefined {
  if (!('profile_data' in user) || user.profile_data === undefined) return undefined;
  return user.profile_data[String(fieldId)]?.value;
}

function choiceOf(data: string, value: string): string {
  try {
    const choices = JSON.parse(data) as Record<string, { readonly text?: string }>;
    return choices[value]?.text ?? value;
  } catch {
    return value;
  }
}

function usersOf(state: State, value: string): string {
  try {
    const ids = JSON.parse(value) as readonly number[];
    return ids.flatMap((id) => userById(state).get(id)?.full_name ?? []).join(', ');
  } catch {
    return '';
  }
}

function dateOf(value: string): string {
  const date = new Date(`${value}T00:00:00`);
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(date);
}

function monthOf(joined: string): string {
  const date = new Date(joined.replace(/\+00:00$/, ':00Z'));
  const time = Number.isNaN(date.getTime()) ? new Date(joined) : date;
  if (Number.isNaN(time.getTime())) return '';
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric' }).format(time);
}
