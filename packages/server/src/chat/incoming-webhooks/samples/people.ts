import type { WebhookSample } from '../compose-sample.ts';

/** Samples of work with people: Zendesk, Freshdesk, Intercom, Shopify, Calendly, Typeform and Discourse. */

export const zendeskTicket = {
  payload: {
    ticket_id: '512',
    ticket_title: 'The audio guide is silent',
    link: 'https://lyra.zendesk.com/agent/tickets/512',
    message: 'Number 7 has no sound since this morning.',
    status: 'Open',
    priority: 'High',
    requester: 'Noor Haddad',
    assignee: 'Mateo Quispe',
  },
} satisfies WebhookSample;

export const freshdeskTicket = {
  payload: {
    freshdesk_webhook: {
      ticket_id: 77,
      ticket_subject: 'Wheelchairs in the dome',
      ticket_description: '<div>Is there a <b>lift</b> to the telescope?</div>',
      ticket_url: 'https://lyra.freshdesk.com/helpdesk/tickets/77',
      ticket_status: 'Open',
      ticket_priority: 'Medium',
      ticket_requester_name: 'Noor Haddad',
      ticket_agent_name: 'Iris Lindqvist',
      triggered_event: '{ticket_action:created}',
    },
  },
} satisfies WebhookSample;

export const intercomReply = {
  payload: {
    type: 'notification_event',
    app_id: 'lyra1',
    id: 'notif_9',
    topic: 'conversation.user.replied',
    data: {
      type: 'notification_event_data',
      item: {
        type: 'conversation',
        id: '4031',
        source: {
          subject: '<p>School class in May</p>',
          body: '<p>Do you have room for 24 children?</p>',
          author: { type: 'user', name: 'Noor Haddad' },
        },
        conversation_parts: {
          conversation_parts: [
            {
              part_type: 'comment',
              body: '<p>The 12th would be best.</p>',
              author: { type: 'user', name: 'Noor Haddad' },
            },
          ],
        },
      },
    },
  },
} satisfies WebhookSample;

export const shopifyOrder = {
  headers: { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Shop-Domain': 'lyra-shop.myshopify.com' },
  payload: {
    id: 820_982,
    name: '#1042',
    currency: 'EUR',
    total_price: '63.50',
    financial_status: 'paid',
    customer: { id: 1155, first_name: 'Noor', last_name: 'Haddad', email: 'noor@example.org' },
    line_items: [
      { id: 1, name: 'Star map 2026', quantity: 2, price: '19.00' },
      { id: 2, name: 'Red flashlight', quantity: 1, price: '25.50' },
    ],
  },
} satisfies WebhookSample;

export const calendlyBooked = {
  payload: {
    event: 'invitee.created',
    created_at: '2026-03-02T22:00:00.000000Z',
    created_by: 'https://api.calendly.com/users/U1',
    payload: {
      name: 'Noor Haddad',
      email: 'noor@example.org',
      status: 'active',
      rescheduled: false,
      old_invitee: null,
      questions_and_answers: [{ question: 'How many visitors?', answer: '24 children', position: 0 }],
      scheduled_event: {
        name: 'Guided tour',
        start_time: '2026-05-12T08:00:00.000000Z',
        end_time: '2026-05-12T09:00:00.000000Z',
        event_memberships: [{ user_name: 'Amara Okonkwo' }],
        location: { type: 'physical', location: 'Main entrance' },
      },
    },
  },
} satisfies WebhookSample;

export const typeformResponse = {
  payload: {
    event_id: '01LYRA',
    event_type: 'form_response',
    form_response: {
      form_id: 'openNight',
      token: 'a31',
      submitted_at: '2026-03-02T22:00:00Z',
      definition: {
        id: 'openNight',
        title: 'How was the open night?',
        fields: [
          { id: 'f1', title: 'What did you like?', type: 'long_text' },
          { id: 'f2', title: 'What did you see?', type: 'multiple_choice' },
          { id: 'f3', title: 'Will you come again?', type: 'yes_no' },
        ],
      },
      answers: [
        { type: 'text', text: 'The rings of Saturn.', field: { id: 'f1', type: 'long_text' } },
        {
          type: 'choices',
          choices: { labels: ['Saturn', 'Moon'] },
          field: { id: 'f2', type: 'multiple_choice' },
        },
        { type: 'boolean', boolean: true, field: { id: 'f3', type: 'yes_no' } },
      ],
    },
  },
} satisfies WebhookSample;

export const discoursePost = {
  headers: {
    'X-Discourse-Event': 'post_created',
    'X-Discourse-Event-Type': 'post',
    'X-Discourse-Instance': 'https://forum.example.org',
  },
  payload: {
    post: {
      id: 310,
      username: 'noor',
      raw: 'Use a **red** light, and wait 20 minutes.',
      cooked: '<p>Use a <strong>red</strong> light, and wait 20 minutes.</p>',
      post_number: 4,
      topic_id: 58,
      topic_slug: 'eyes-and-darkness',
      topic_title: 'Eyes and darkness',
    },
  },
} satisfies WebhookSample;

export const discourseTopic = {
  headers: {
    ...discoursePost.headers,
    'X-Discourse-Event': 'topic_created',
    'X-Discourse-Event-Type': 'topic',
  },
  payload: {
    topic: {
      id: 58,
      title: 'Eyes and darkness',
      slug: 'eyes-and-darkness',
      created_by: { id: 3, username: 'mateo' },
    },
  },
} satisfies WebhookSample;

export const zendeskSamples = [zendeskTicket] satisfies readonly WebhookSample[];
export const freshdeskSamples = [freshdeskTicket] satisfies readonly WebhookSample[];
export const intercomSamples = [intercomReply] satisfies readonly WebhookSample[];
export const shopifySamples = [shopifyOrder] satisfies readonly WebhookSample[];
export const calendlySamples = [calendlyBooked] satisfies readonly WebhookSample[];
export const typeformSamples = [typeformResponse] satisfies readonly WebhookSample[];
export const discourseSamples = [discoursePost, discourseTopic] satisfies readonly WebhookSample[];
