import { noSuchPerson } from '../people/access.ts';
import { isBot, type PersonRow } from '../people/person.ts';

/** Bots and those who have left say nothing about themselves. */
export const refuseAbsent = (person: Pick<PersonRow, 'is_active' | 'bot_type'>): void => {
  if (!person.is_active || isBot(person)) throw noSuchPerson();
};
