import type { State } from '@parley/client';
import type { KnownChannel } from '../../data/derived/channels.ts';
import { groupById } from '../../data/derived/groups.ts';
import { groupChoices, type GroupChoices } from '../../screen/group-choices.ts';
import { groupName, holderNames, type Holder } from '../../screen/group-words.ts';
import { t } from '../../words/index.ts';

/** Permissions of a channel. */
export type RuleName = Extract<keyof KnownChannel, `can_${string}`>;

/** Rights that the organization also gives: nobody here means those who have them everywhere. */
const ALSO_EVERYWHERE: readonly RuleName[] = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
];

/** Names the holders of a right, as the subject of a sentence. */
export function ruleWords(state: State, rule: RuleName, holder: Holder): string {
  const only = typeof holder === 'number' ? groupById(state, holder)?.name : undefined;
  if (only === 'role:everyone') return t('Everybody in it');
  if (only === 'role:nobody') return nobodyWords(rule);
  return holderNames(state, holder);
}

function nobodyWords(rule: RuleName): string {
  if (ALSO_EVERYWHERE.includes(rule)) return t('Those who may everywhere');
  return rule === 'can_administer_channel_group' ? t('Administrators of the organization') : t('Nobody');
}

/** Groups that can hold a right: those of roles, and those of the organization. */
export function choosableGroups(state: State, rule: RuleName): GroupChoices {
  return groupChoices(state, state.server_supported_permission_settings?.stream[rule], (name) =>
    ruleName(name, rule),
  );
}

function ruleName(name: string, rule: RuleName): string {
  if (name === 'role:everyone') return t('Everybody in it');
  return name === 'role:nobody' ? nobodyWords(rule) : groupName({ name });
}
