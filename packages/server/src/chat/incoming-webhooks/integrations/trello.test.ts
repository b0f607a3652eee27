import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { trelloAction, trelloComment, trelloMoved } from '../samples/work.ts';
import { trello } from './trello.ts';

const CARD = '[Order filters](https://trello.com/c/Qx7f3Lm2)';
const card = { name: 'Order filters', shortLink: 'Qx7f3Lm2' };
const member = { member: { fullName: 'Iris Lindqvist' } };

function update(old: object, now: object = {}): WebhookSample {
  return trelloAction('updateCard', { old, card: { ...card, ...now } });
}

test.each<[WebhookSample, string]>([
  [trelloAction('createCard', { list: { name: 'To do' } }), `created ${CARD} in To do.`],
  [trelloMoved, `moved ${CARD} from To do to Ordered.`],
  [update({ name: 'Buy filters' }), `renamed the card Buy filters to ${CARD}.`],
  [update({ desc: '' }, { desc: 'Red' }), `set the description of ${CARD}.\n\n\`\`\`quote\nRed\n\`\`\``],
  [
    update({ desc: 'Red' }, { desc: 'Blue' }),
    `changed the description of ${CARD}.\n\n\`\`\`quote\nBlue\n\`\`\``,
  ],
  [update({ desc: 'Red' }, { desc: '' }), `removed the description of ${CARD}.`],
  [
    update({ due: null }, { due: '2026-03-09T10:00:00.000Z' }),
    `set the due date of ${CARD} to <time:2026-03-09T10:00:00Z>.`,
  ],
  [
    update({ due: '2026-03-08T10:00:00Z' }, { due: '2026-03-09T10:00:00Z' }),
    `changed the due date of ${CARD} to <time:2026-03-09T10:00:00Z>.`,
  ],
  [update({ due: '2026-03-08T10:00:00Z' }, { due: null }), `removed the due date of ${CARD}.`],
  [update({ closed: false }), `archived ${CARD}.`],
  [update({ closed: true }), `reopened ${CARD}.`],
  [
    trelloAction('addLabelToCard', { label: { name: '', color: 'green' } }),
    `added the label green to ${CARD}.`,
  ],
  [
    trelloAction('removeLabelFromCard', { label: { name: 'Urgent' } }),
    `removed the label Urgent from ${CARD}.`,
  ],
  [trelloAction('addMemberToCard', {}, member), `added Iris Lindqvist to ${CARD}.`],
  [trelloAction('removeMemberFromCard', {}, member), `removed Iris Lindqvist from ${CARD}.`],
  [
    trelloAction('addAttachmentToCard', { attachment: { name: 'bill', url: 'https://x.example/b' } }),
    `added the attachment [bill](https://x.example/b) to ${CARD}.`,
  ],
  [
    trelloAction('addChecklistToCard', { checklist: { name: 'Tests' } }),
    `added the checklist Tests to ${CARD}.`,
  ],
  [trelloComment, `commented on ${CARD}.\n\n\`\`\`quote\nDelivery on Friday.\n\`\`\``],
  [
    trelloAction('updateCheckItemStateOnCard', {
      checklist: { name: 'Tests' },
      checkItem: { name: 'Fit', state: 'complete' },
    }),
    `completed Fit of Tests on ${CARD}.`,
  ],
  [
    trelloAction('updateCheckItemStateOnCard', {
      checklist: { name: 'Tests' },
      checkItem: { name: 'Fit', state: 'incomplete' },
    }),
    `reopened Fit of Tests on ${CARD}.`,
  ],
  [
    trelloAction('addMemberToBoard', {}, member),
    'added Iris Lindqvist to [Workshop](https://trello.com/b/Wk4b9Zt1).',
  ],
  [
    trelloAction('removeMemberFromBoard', {}, member),
    'removed Iris Lindqvist from [Workshop](https://trello.com/b/Wk4b9Zt1).',
  ],
  [
    trelloAction('createList', { list: { name: 'Late' } }),
    'added the list Late to [Workshop](https://trello.com/b/Wk4b9Zt1).',
  ],
  [
    trelloAction('updateBoard', { old: { name: 'Shed' } }),
    'renamed the board Shed to [Workshop](https://trello.com/b/Wk4b9Zt1).',
  ],
])('the action %# is posted', (sample, text) => {
  expect(messagesAbout(trello, sample)).toMatchObject([{ topic: 'Workshop', content: `Jonas Feld ${text}` }]);
});

test.each<[string, WebhookSample]>([
  ['a changed position (I-17)', update({ pos: 7 })],
  ['a changed cover', update({ cover: {} })],
  ['a due date that is met', update({ dueComplete: false })],
  ['a changed background', trelloAction('updateBoard', { old: { prefs: {} } })],
  ['a new item of a checklist', trelloAction('createCheckItem', {})],
])('%s is dropped', (_name, sample) => {
  expect(messagesAbout(trello, sample)).toEqual([]);
});

test('an unknown action and another payload are refused', () => {
  expect(refusalOf(trello, trelloAction('toString', {}))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(trello, { payload: {} })).toBe('BAD_REQUEST');
});
