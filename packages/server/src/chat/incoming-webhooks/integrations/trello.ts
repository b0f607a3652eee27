import { unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration, type WebhookDelivery } from '../integration.ts';
import { globalTime, link, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'trello';

type Delivery = Pick<WebhookDelivery, 'payload' | 'options'>;

/** The sentence of each action after the name of the member. Undefined drops it. */
const actions: Readonly<Record<string, (action: PayloadObject) => string | undefined>> = {
  createCard: (a) => `created ${cardLink(a)}${inList(a, 'list')}.`,
  updateCard: cardChange,
  addLabelToCard: (a) => `added the label ${label(a)} to ${cardLink(a)}.`,
  removeLabelFromCard: (a) => `removed the label ${label(a)} from ${cardLink(a)}.`,
  addMemberToCard: (a) => `added ${plain(a.text('member.fullName'))} to ${cardLink(a)}.`,
  removeMemberFromCard: (a) => `removed ${plain(a.text('member.fullName'))} from ${cardLink(a)}.`,
  addAttachmentToCard: (a) =>
    `added the attachment ${link(a.text('data.attachment.name'), a.textIf('data.attachment.url'))} to ${cardLink(a)}.`,
  addChecklistToCard: (a) => `added the checklist ${plain(a.text('data.checklist.name'))} to ${cardLink(a)}.`,
  commentCard: (a) => paragraphs(`commented on ${cardLink(a)}.`, quote(a.textIf('data.text'))),
  updateCheckItemStateOnCard: (a) => {
    const isDone = a.text('data.checkItem.state') === 'complete';
    const item = `${plain(a.text('data.checkItem.name'))} of ${plain(a.text('data.checklist.name'))}`;
    return `${isDone ? 'completed' : 'reopened'} ${item} on ${cardLink(a)}.`;
  },
  addMemberToBoard: (a) => `added ${plain(a.text('member.fullName'))} to ${boardLink(a)}.`,
  removeMemberFromBoard: (a) => `removed ${plain(a.text('member.fullName'))} from ${boardLink(a)}.`,
  createList: (a) => `added the list ${plain(a.text('data.list.name'))} to ${boardLink(a)}.`,
  updateBoard: (a) => {
    const before = a.textIf('data.old.name');
    return before === undefined ? undefined : `renamed the board ${plain(before)} to ${boardLink(a)}.`;
  },
};

/** Actions that only copy others, or move things about. */
const DROPPED: ReadonlySet<string> = new Set([
  'copyCommentCard',
  'createCheckItem',
  'updateCheckItem',
  'updateList',
]);

export const trello: Integration = {
  name: NAME,
  displayName: 'Trello',
  events: Object.keys(actions),
  options: [],
  about: 'Posts new, moved and changed cards, comments, labels, checklists, members and lists of a board.',
  setup:
    'Create a webhook with the API of Trello for the id of the board, with the address as `callbackURL`.',
  compose: ({ payload }: Delivery) => {
    const action = payload.object('action');
    const event = action.text('type');
    if (DROPPED.has(event)) return [];
    const textOf = entryOf(actions, event);
    if (textOf === undefined) throw unsupportedEvent(NAME, event);
    const text = textOf(action);
    if (text === undefined) return [];
    const member = plain(action.textIf('memberCreator.fullName') ?? action.text('memberCreator.username'));
    return [{ event, topic: action.text('data.board.name'), content: `${member} ${text}` }];
  },
};

/** The values before a change tell what has changed. Position and cover say nothing to readers. */
function cardChange(action: PayloadObject): string | undefined {
  const card = cardLink(action);
  const before = new Set(action.keys('data.old'));
  if (before.has('idList'))
    return `moved ${card} from ${listName(action, 'Before')} to ${listName(action, 'After')}.`;
  if (before.has('name')) return `renamed the card ${plain(action.text('data.old.name'))} to ${card}.`;
  if (before.has('desc')) return descriptionChange(action, card);
  if (before.has('due')) return dueChange(action, card);
  if (before.has('closed')) return `${action.flag('data.old.closed') ? 'reopened' : 'archived'} ${card}.`;
  return undefined;
}

function descriptionChange(action: PayloadObject, card: string): string {
  const [before, after] = [action.textIf('data.old.desc') ?? '', action.textIf('data.card.desc') ?? ''];
  if (after === '') return `removed the description of ${card}.`;
  return paragraphs(`${before === '' ? 'set' : 'changed'} the description of ${card}.`, quote(after));
}

function dueChange(action: PayloadObject, card: string): string {
  const [before, after] = [action.textIf('data.old.due'), action.textIf('data.card.due')];
  if (after === undefined) return `removed the due date of ${card}.`;
  return `${before === undefined ? 'set' : 'changed'} the due date of ${card} to ${globalTime(after) || plain(after)}.`;
}

function cardLink(action: PayloadObject): string {
  const short = action.textIf('data.card.shortLink');
  return link(
    action.text('data.card.name'),
    short === undefined ? undefined : `https://trello.com/c/${encodeURIComponent(short)}`,
  );
}

function boardLink(action: PayloadObject): string {
  const short = action.textIf('data.board.shortLink');
  return link(
    action.text('data.board.name'),
    short === undefined ? undefined : `https://trello.com/b/${encodeURIComponent(short)}`,
  );
}

function inList(action: PayloadObject, name: string): string {
  const list = action.textIf(`data.${name}.name`);
  return list === undefined ? '' : ` in ${plain(list)}`;
}

function listName(action: PayloadObject, side: 'Before' | 'After'): string {
  return plain(action.textIf(`data.list${side}.name`) ?? 'another list');
}

function label(action: PayloadObject): string {
  const name = action.textIf('data.label.name') ?? action.textIf('data.text') ?? '';
  return plain(name === '' ? (action.textIf('data.label.color') ?? action.textIf('data.value') ?? '') : name);
}
