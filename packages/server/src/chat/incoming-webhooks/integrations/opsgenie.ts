import { unsupportedEvent } from '../errors.ts';
import { entryOf, isTopicShown, type Integration, type WebhookOptions } from '../integration.ts';
import { facts, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'opsgenie';

type Action = (alert: PayloadObject) => string;

/** The end of the sentence about an alert, by the action of Opsgenie. */
const ACTIONS: Readonly<Record<string, Action>> = {
  Create: () => 'was created',
  Acknowledge: () => 'was acknowledged',
  UnAcknowledge: () => 'is no longer acknowledged',
  Close: () => 'was closed',
  Delete: () => 'was deleted',
  Escalate: () => 'was escalated',
  AddNote: () => 'has a new note',
  AddTeam: (a) => `was given to the team ${plain(a.textIf('team') ?? 'unknown')}`,
  AddRecipient: (a) => `was given to ${plain(a.textIf('recipient') ?? 'a recipient')}`,
  AddResponder: () => 'has a new responder',
  AssignOwnership: (a) => `was assigned to ${plain(a.textIf('owner') ?? 'a user')}`,
  TakeOwnership: () => 'has an owner',
  AddTags: (a) => `has new tags: ${plain(a.textIf('addedTags') ?? '')}`,
  RemoveTags: (a) => `lost tags: ${plain(a.textIf('removedTags') ?? '')}`,
  UpdatePriority: (a) => `has the priority ${plain(a.textIf('priority') ?? 'unknown')}`,
  UpdateMessage: () => 'has another message',
  UpdateDescription: () => 'has another description',
  Snooze: () => 'was snoozed',
  SnoozeEnded: () => 'is no longer snoozed',
};

const ICONS: Readonly<Record<string, string>> = { Create: ':rotating_light:', Close: ':check:' };

export const opsgenie: Integration = {
  name: NAME,
  displayName: 'Opsgenie',
  events: Object.keys(ACTIONS),
  options: [],
  about: 'Posts alerts that are created, acknowledged, escalated, changed or closed, with their notes.',
  setup:
    'In the settings choose Integrations, and add one of the kind Webhook. Paste the address as webhook URL, and choose the actions.',
  compose: ({ payload, options }) => {
    const event = payload.text('action');
    const action = entryOf(ACTIONS, event);
    if (action === undefined) throw unsupportedEvent(NAME, event);
    const alert = payload.object('alert');
    return [{ event, topic: alert.text('message'), content: alertText(event, alert, action, options) }];
  },
};

function alertText(event: string, alert: PayloadObject, action: Action, options: WebhookOptions): string {
  const icon = entryOf(ICONS, event) ?? ':info:';
  const number = alert.textIf('tinyId');
  const title = isTopicShown(options) ? '' : ` ${plain(alert.text('message'))}`;
  const named = `The alert${number === undefined ? '' : ` #${plain(number)}`}${title}`;
  const user = alert.textIf('username');
  const by = event === 'Create' || user === undefined ? '' : ` by ${plain(user)}`;
  return paragraphs(
    `${icon} ${named} ${action(alert)}${by}.`,
    quote(alert.textIf('note') ?? (event === 'Create' ? alert.textIf('description') : undefined)),
    event === 'Create' ? details(alert) : '',
  );
}

function details(alert: PayloadObject): string {
  return facts(
    ['Priority', alert.textIf('priority')],
    ['Source', alert.textIf('source')],
    ['Entity', alert.textIf('entity')],
    ['Tags', alert.textsIf('tags').join(', ')],
  );
}
