import type { WebhookSample } from '../compose-sample.ts';

/** Samples of trackers of work: Jira, Linear and Trello. */

const jiraIssue = {
  key: 'SKY-31',
  self: 'https://lyra.atlassian.net/rest/api/2/issue/10031',
  fields: {
    summary: 'Clean the main mirror',
    priority: { name: 'High' },
    assignee: { displayName: 'Mateo Quispe' },
  },
};
const jiraUser = { displayName: 'Iris Lindqvist' };

export const jiraCreated = {
  payload: { webhookEvent: 'jira:issue_created', user: jiraUser, issue: jiraIssue },
} satisfies WebhookSample;

export const jiraUpdated = {
  payload: {
    webhookEvent: 'jira:issue_updated',
    user: jiraUser,
    issue: jiraIssue,
    changelog: {
      items: [
        { field: 'status', fromString: 'To Do', toString: 'In Progress' },
        { field: 'assignee', fromString: null, toString: 'Amara Okonkwo' },
      ],
    },
  },
} satisfies WebhookSample;

export const jiraComment = {
  payload: {
    webhookEvent: 'comment_created',
    issue: jiraIssue,
    comment: {
      author: jiraUser,
      body: 'Use *distilled* water, see [the manual|https://example.org/mirror].',
    },
  },
} satisfies WebhookSample;

export const linearIssue = {
  payload: {
    action: 'create',
    type: 'Issue',
    url: 'https://linear.app/lyra/issue/LYR-9/plan-the-open-night',
    data: {
      number: 9,
      title: 'Plan the open night',
      description: 'Two guides and one telescope per group.',
      priorityLabel: 'Medium',
      team: { name: 'Visitors' },
      assignee: { name: 'Amara Okonkwo' },
      state: { name: 'Todo' },
    },
  },
} satisfies WebhookSample;

export const linearComment = {
  payload: {
    action: 'create',
    type: 'Comment',
    url: 'https://linear.app/lyra/issue/LYR-9/plan-the-open-night#comment-1',
    data: { body: 'Bring red lamps.', user: { name: 'Jonas Feld' }, issue: { title: 'Plan the open night' } },
  },
} satisfies WebhookSample;

const trelloCard = { name: 'Order filters', shortLink: 'Qx7f3Lm2' };
const trelloBoard = { name: 'Workshop', shortLink: 'Wk4b9Zt1' };

/** An action on a Trello board. */
export function trelloAction(type: string, data: object, more: object = {}): WebhookSample {
  return {
    payload: {
      action: {
        type,
        data: { board: trelloBoard, card: trelloCard, ...data },
        memberCreator: { fullName: 'Jonas Feld', username: 'jonas' },
        ...more,
      },
    },
  };
}

export const trelloMoved = trelloAction('updateCard', {
  old: { idList: '5f0a' },
  listBefore: { name: 'To do' },
  listAfter: { name: 'Ordered' },
});

export const trelloComment = trelloAction('commentCard', { text: 'Delivery on Friday.' });

export const jiraSamples = [jiraUpdated, jiraComment] satisfies readonly WebhookSample[];
export const linearSamples = [linearIssue, linearComment] satisfies readonly WebhookSample[];
export const trelloSamples = [trelloMoved, trelloComment] satisfies readonly WebhookSample[];
