import type { WebhookSample } from '../compose-sample.ts';

/** Samples of the generic integrations, of CircleCI and of Stripe. */

export const jsonSamples = [
  { payload: { dome: 'open', wind_kmh: 12, visitors: ['school class', 'two families'] } },
] satisfies readonly WebhookSample[];

const slackMessage = {
  payload: {
    channel: '#night-shift',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Clear sky tonight' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*Seeing* is good, see the <https://weather.example.org|forecast>.' },
        fields: [
          { type: 'mrkdwn', text: '_Wind_' },
          { type: 'plain_text', text: '3 km/h' },
          { type: 'mrkdwn', text: '_Moon_' },
          { type: 'plain_text', text: 'sets at 01:10' },
        ],
      },
    ],
  },
} satisfies WebhookSample;

export const slackSamples = [slackMessage] satisfies readonly WebhookSample[];

export const zapierSamples = [
  { payload: { topic: 'bookings', content: 'New booking for **12 March**: 8 visitors.' } },
] satisfies readonly WebhookSample[];

export const iftttSamples = [
  { payload: { topic: 'weather', content: 'Rain begins within the hour.' } },
] satisfies readonly WebhookSample[];

export const circleciWorkflow = {
  payload: {
    type: 'workflow-completed',
    project: { name: 'star-map' },
    workflow: {
      name: 'build and test',
      status: 'failed',
      url: 'https://app.circleci.com/pipelines/workflows/w1',
    },
    pipeline: {
      number: 312,
      vcs: {
        revision: '4f1d9c07be8a53e2610f7d94ac35b8e6021dd7aa',
        branch: 'planets',
        target_repository_url: 'https://github.com/lyra-observatory/star-map',
        commit: { subject: 'Draw the constellation of Lyra', author: { name: 'Amara Okonkwo' } },
      },
    },
  },
} satisfies WebhookSample;

export const circleciSamples = [circleciWorkflow] satisfies readonly WebhookSample[];

/** An event of Stripe about an object. */
export function stripeEvent(type: string, object: object, previous_attributes?: object): WebhookSample {
  return {
    payload: {
      id: 'evt_7hd2',
      type,
      data: { object, ...(previous_attributes === undefined ? {} : { previous_attributes }) },
    },
  };
}

export const stripeCharge = stripeEvent('charge.succeeded', {
  id: 'ch_3Kq9',
  object: 'charge',
  amount: 2450,
  currency: 'eur',
  customer: 'cus_Lyra8',
});

export const stripeSamples = [
  stripeCharge,
  stripeEvent(
    'customer.subscription.updated',
    { id: 'sub_51d', object: 'subscription', customer: 'cus_Lyra8', status: 'past_due' },
    { status: 'active' },
  ),
] satisfies readonly WebhookSample[];
