import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { stripeEvent } from '../samples/other.ts';
import { stripe } from './stripe.ts';

const charge = { id: 'ch_1', amount: 2450, currency: 'eur', failure_message: 'No money' };

test.each<[string, object, object | undefined, string, string]>([
  [
    'charge.succeeded',
    charge,
    undefined,
    'charges',
    '[Charge](https://dashboard.stripe.com/payments/ch_1) of 24.50 EUR succeeded.',
  ],
  ['charge.failed', { ...charge, currency: 'jpy' }, undefined, 'charges', 'of 2450 JPY failed (No money).'],
  [
    'charge.dispute.created',
    { id: 'dp_1' },
    undefined,
    'disputes',
    '[Dispute](https://dashboard.stripe.com/disputes/dp_1) was created.',
  ],
  ['charge.dispute.closed', { id: 'dp_1', status: 'won' }, undefined, 'disputes', 'was closed (won).'],
  [
    'charge.refund.updated',
    { id: 're_1', status: 'failed' },
    { status: 'pending' },
    'refunds',
    '* `status` is now failed',
  ],
  [
    'customer.created',
    { id: 'cus_1', object: 'customer' },
    undefined,
    'cus_1',
    '[Customer](https://dashboard.stripe.com/customers/cus_1) was created.',
  ],
  [
    'customer.discount.created',
    { id: 'di_1', customer: 'cus_1' },
    undefined,
    'cus_1',
    'Discount was created.',
  ],
  [
    'customer.subscription.updated',
    { id: 'sub_1', customer: 'cus_1', items: {} },
    { items: {} },
    'cus_1',
    '* `items` is changed',
  ],
  [
    'customer.subscription.trial_will_end',
    { id: 'sub_1', customer: 'cus_1' },
    undefined,
    'cus_1',
    'a trial that will end soon.',
  ],
  [
    'invoice.payment_failed',
    { id: 'in_1', customer: 'cus_1', amount_due: 100, currency: 'usd' },
    undefined,
    'cus_1',
    'of 1.00 USD could not be paid.',
  ],
  ['invoice.upcoming', { customer: 'cus_1' }, undefined, 'cus_1', 'An invoice is upcoming.'],
  ['invoiceitem.created', { id: 'ii_1', customer: 'cus_1' }, undefined, 'cus_1', '[Invoice item]('],
  ['account.updated', { id: 'acct_1' }, { email: 'x' }, 'account updates', 'Account was updated:'],
  ['file.created', { id: 'file_1' }, undefined, 'files', '[File]('],
])('the event %s is posted', (type, object, before, topic, part) => {
  expect(messagesAbout(stripe, stripeEvent(type, object, before))).toMatchObject([
    { event: type, topic, content: expect.stringContaining(part) as string },
  ]);
});

test.each(['payment_intent.created', 'balance.available', 'customer.updated'])(
  'the event %s is dropped',
  (type) => {
    expect(messagesAbout(stripe, stripeEvent(type, { id: 'x_1' }))).toEqual([]);
  },
);

test.each(['moon.full', 'charge.toString', 'toString', ''])('the event %j is refused', (type) => {
  expect(refusalOf(stripe, stripeEvent(type, {}))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
});
