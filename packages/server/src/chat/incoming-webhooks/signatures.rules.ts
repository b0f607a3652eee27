import { createHmac } from 'node:crypto';
import { pagerdutyTriggered, sentryError } from './samples/alerts.ts';
import { bitbucketPullRequest } from './samples/bitbucket.ts';
import { buildkiteFinished, herokuRelease, sonarqubeFailed, vercelSucceeded } from './samples/builds.ts';
import { giteaFamilySamples } from './samples/gitea.ts';
import { githubPush } from './samples/github.ts';
import { gitlabPush } from './samples/gitlab.ts';
import { circleciWorkflow, stripeCharge } from './samples/other.ts';
import {
  calendlyBooked,
  discoursePost,
  intercomReply,
  shopifyOrder,
  typeformResponse,
} from './samples/people.ts';
import { jiraCreated, linearIssue } from './samples/work.ts';
import { deliver, hints, hook, posted, type Delivery, type Hook } from '@parley/rules/steps/incoming.ts';
import { holds, items, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-webhook-payload';
const SECRET = 'a secret of the webhook';

type Proof = (body: string, secret: string) => string;

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function hmacInBase64(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

function hmacInBase64After(prefix: string): Proof {
  return (body, secret) => `${prefix}${hmacInBase64(body, secret)}`;
}

function hmacOfSha1(text: string, secret: string): string {
  return createHmac('sha1', secret).update(text).digest('hex');
}

function hmacAfter(prefix: string): Proof {
  return (body, secret) => `${prefix}${hmac(body, secret)}`;
}

/** A signature with a time, by default the current one. */
function stamped(body: string, secret: string, age = 0): string {
  const time = Math.floor(Date.now() / 1000) - age;
  return `t=${time},v1=${hmac(`${time}.${body}`, secret)}`;
}

/** The services that sign, with a request of each, the header and the proof in it. */
const SIGNING: readonly (readonly [name: string, delivery: Delivery, header: string, proof: Proof])[] = [
  ['github', githubPush, 'x-hub-signature-256', hmacAfter('sha256=')],
  ['gitlab', gitlabPush, 'x-gitlab-token', (_body, secret) => secret],
  ['gitea', giteaFamilySamples('X-Gitea-Event').issue, 'x-gitea-signature', hmac],
  ['gogs', giteaFamilySamples('X-Gogs-Event').issue, 'x-gogs-signature', hmac],
  ['bitbucket', bitbucketPullRequest, 'x-hub-signature', hmacAfter('sha256=')],
  ['jira', jiraCreated, 'x-hub-signature', hmacAfter('sha256=')],
  ['linear', linearIssue, 'linear-signature', hmac],
  ['sentry', sentryError, 'sentry-hook-signature', hmac],
  ['circleci', circleciWorkflow, 'circleci-signature', hmacAfter('v1=')],
  ['pagerduty', pagerdutyTriggered, 'x-pagerduty-signature', hmacAfter('v1=')],
  ['stripe', stripeCharge, 'stripe-signature', (body, secret) => stamped(body, secret)],
  ['buildkite', buildkiteFinished, 'x-buildkite-token', (_body, secret) => secret],
  ['vercel', vercelSucceeded, 'x-vercel-signature', hmacOfSha1],
  ['heroku', herokuRelease, 'heroku-webhook-hmac-sha256', hmacInBase64],
  ['sonarqube', sonarqubeFailed, 'x-sonar-webhook-hmac-sha256', hmac],
  ['shopify', shopifyOrder, 'x-shopify-hmac-sha256', hmacInBase64],
  ['typeform', typeformResponse, 'typeform-signature', hmacInBase64After('sha256=')],
  ['calendly', calendlyBooked, 'calendly-webhook-signature', (body, secret) => stamped(body, secret)],
  ['discourse', discoursePost, 'x-discourse-event-signature', hmacAfter('sha256=')],
  ['intercom', intercomReply, 'x-hub-signature', (body, secret) => `sha1=${hmacOfSha1(body, secret)}`],
];

/** Sends a request of GitHub with the secret in its address. */
function sign(w: World, h: Hook, headers: Delivery['headers'], query: Item = { webhook_secret: SECRET }) {
  return deliver(w, h, 'github', {
    payload: githubPush.payload,
    headers: { ...githubPush.headers, ...headers },
    query,
  });
}

export const integrationSignatureRules: readonly Rule[] = [
  ...SIGNING.map(([name, { payload, headers = {} }, header, proof], index) =>
    rule(
      `SIG-${index + 1}`,
      OF,
      `With \`webhook_secret\`, a request of ${name} is posted only if \`${header}\` proves the secret.`,
      async (w) => {
        const h = await hook(w);
        const body = JSON.stringify(payload);
        const query = { webhook_secret: SECRET };
        const send = (secret: string) =>
          deliver(w, h, name, {
            payload: body,
            headers: { ...headers, [header]: proof(body, secret) },
            query,
          });
        refused(await send('another secret'));
        same(await posted(w, h), [], 'the messages with a wrong proof');
        plain(await send(SECRET));
        same((await posted(w, h)).length, 1, 'the number of messages with the proof');
      },
    ),
  ),
  rule('SIG-21', OF, 'A request without a signature is refused if the address has a secret.', async (w) => {
    const h = await hook(w);
    refused(await sign(w, h, {}));
    same(await posted(w, h), [], 'the messages');
  }),
  rule('SIG-22', OF, 'Without a secret in the address signatures are not checked.', async (w) => {
    const h = await hook(w);
    plain(await sign(w, h, { 'x-hub-signature-256': 'sha256=0' }, {}));
    same((await posted(w, h)).length, 1, 'the number of messages');
  }),
  rule('SIG-23', OF, 'The owner of the bot is told of a signature that does not fit.', async (w) => {
    const h = await hook(w);
    refused(await sign(w, h, { 'x-hub-signature-256': 'sha256=0' }));
    same((await hints(w, h)).length, 1, 'the number of notices');
  }),
  rule('SIG-24', OF, 'The signature of another body is refused.', async (w) => {
    const h = await hook(w);
    const body = `${JSON.stringify(githubPush.payload)} `;
    refused(await sign(w, h, { 'x-hub-signature-256': `sha256=${hmac(body, SECRET)}` }));
  }),
  rule('SIG-25', OF, 'A secret in the address of a service that does not sign is refused.', async (w) => {
    const h = await hook(w);
    for (const name of ['json', 'ifttt', 'trello'])
      refused(await deliver(w, h, name, { query: { webhook_secret: SECRET } }));
    same(await posted(w, h), [], 'the messages');
  }),
  rule('SIG-26', OF, 'A signature of Stripe that is more than five minutes old is refused.', async (w) => {
    const h = await hook(w);
    const payload = JSON.stringify(stripeCharge.payload);
    const send = (age: number) =>
      deliver(w, h, 'stripe', {
        payload,
        headers: { 'stripe-signature': stamped(payload, SECRET, age) },
        query: { webhook_secret: SECRET },
      });
    refused(await send(360));
    refused(await send(-360));
    plain(await send(200));
  }),
  rule('SIG-27', OF, 'One of several signatures of PagerDuty has to fit.', async (w) => {
    const h = await hook(w);
    const payload = JSON.stringify(pagerdutyTriggered.payload);
    const proof = `v1=${hmac(payload, 'the secret before')},v1=${hmac(payload, SECRET)}`;
    const headers = { 'x-pagerduty-signature': proof };
    plain(await deliver(w, h, 'pagerduty', { payload, headers, query: { webhook_secret: SECRET } }));
  }),
  rule('SIG-28', OF, 'The signature is checked before the payload is read.', async (w) => {
    const h = await hook(w);
    const query = { webhook_secret: SECRET };
    refused(await deliver(w, h, 'github', { payload: '{', headers: githubPush.headers, query }));
  }),
  rule(
    'SIG-29',
    'register-queue',
    'Registration offers `webhook_secret` for services that sign, and for no others.',
    async (w) => {
      const form = { fetch_event_types: ['realm_incoming_webhook_bots'], event_types: [] };
      const answer = success(await w.ask('POST', '/register', { as: await w.owner(), form }));
      const offering = items(answer, 'realm_incoming_webhook_bots')
        .filter(({ url_options }) => JSON.stringify(url_options).includes('"webhook_secret"'))
        .map(({ name }) => name);
      for (const [name] of SIGNING) holds(offering.includes(name), `an option for ${name}`, offering);
      same(offering.length, SIGNING.length, 'the number of integrations with the option');
    },
  ),
];
