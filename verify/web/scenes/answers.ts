import type { Page } from 'playwright-core';
import { planet } from '../../../tools/demo/pictures.ts';
import { topicAddress } from './addresses.ts';
import { messageWith, passwordForm } from '../support/app.ts';
import { NOW, PASSWORD } from '../support/sample.ts';
import { CONTRAST, DARK, LIGHT, PHONE, type Scene } from './scene.ts';

const SECONDS = NOW / 1000;
const DAY = 86_400;

const GRANT = {
  token_end: 'k7Qz',
  created: SECONDS - 20 * DAY,
  expires: SECONDS + 70 * DAY,
  channels: null,
  since: null,
  client_id: null,
  client_host: null,
  last_used: SECONDS - 2 * 3_600,
};

/** Programs of all kinds: a token, a token with limits that ends soon, and an assistant. */
const GRANTS = [
  {
    ...GRANT,
    id: 3,
    name: 'Night reader',
    token_end: '',
    scopes: ['read_messages'],
    client_id: 'a',
    client_host: 'assistant.example',
  },
  {
    ...GRANT,
    id: 2,
    name: 'Night log script',
    scopes: ['read_messages', 'write_messages'],
    channels: [1],
    since: SECONDS - DAY,
    expires: SECONDS + 2 * DAY,
  },
  {
    ...GRANT,
    id: 1,
    name: 'Calendar of the dome with a rather long name',
    scopes: ['see_directory', 'read_messages', 'follow_events', 'organize', 'react'],
    last_used: null,
  },
];

const SECOND_STEPS = {
  second_steps: [
    {
      id: 1,
      kind: 'totp',
      name: 'Authenticator app',
      created: SECONDS - 40 * DAY,
      last_used: SECONDS - 3 * DAY,
    },
  ],
  recovery_codes_left: 7,
  setup_due: null,
};

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const CARD_ADDRESS = 'https://sky.example/tonight';
const CARD =
  `<div class="message_embed"><a class="message_embed_image" href="${CARD_ADDRESS}" style="background-image: url(&quot;/external_content/scene/sky.png&quot;)"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${CARD_ADDRESS}" title="The sky tonight">The sky tonight</a></div>` +
  '<div class="message_embed_description">Saturn rises at nine, and the Moon leaves at eleven. Thin clouds from the west are likely after midnight, so begin with the faint targets.</div></div></div>';

/** Screens whose facts come by chance, by time or from other sites: the scenes answer for the server. */
export const answerScenes: readonly Scene[] = [
  {
    name: 'settings-grants',
    user: 'Iris',
    address: '#settings/programs',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await answerWith(page, '**/json/grants', { grants: GRANTS });
      await page.getByText('Night log script').waitFor();
    },
  },
  {
    name: 'organization-grants',
    user: 'Iris',
    address: '#organization/integrations/programs',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      const grants = GRANTS.map((grant, n) => ({ ...grant, user_id: 9 + n }));
      await answerWith(page, '**/json/realm/grants', { grants });
      await page.getByText('Night log script').waitFor();
    },
  },
  {
    name: 'settings-second-step',
    user: 'Iris',
    address: '#settings/account',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await answerWith(page, '**/json/second-steps', SECOND_STEPS);
      await page.getByText('Authenticator app').first().waitFor();
      await page.getByText('Authenticator app').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-add-second-step',
    user: 'Iris',
    address: '#settings/account',
    looks: [LIGHT, DARK, CONTRAST, PHONE],
    steps: async (page) => {
      const url = `otpauth://totp/Observatory:iris?secret=${SECRET}&issuer=Observatory`;
      await page.route('**/json/second-steps', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { result: 'success', msg: '', id: 1, secret: SECRET, url } })
          : route.continue(),
      );
      await page.getByRole('button', { name: 'Add an app' }).click();
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    },
  },
  {
    name: 'log-in-second-step',
    address: '',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.route('**/json/session', (route) =>
        route.fulfill({
          status: 401,
          json: {
            result: 'error',
            msg: 'A second step is needed.',
            code: 'SECOND_STEP_REQUIRED',
            state: 'scene',
          },
        }),
      );
      await passwordForm(page);
      await page.getByLabel('E-mail').fill('iris@observatory.example');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByLabel('Code').waitFor();
    },
  },
  {
    name: 'topic-card',
    user: 'Iris',
    address: topicAddress('dome', 'mirror cover'),
    looks: [LIGHT, DARK, CONTRAST, PHONE],
    steps: async (page) => {
      await page.route('**/external_content/**', (route) =>
        route.fulfill({ contentType: 'image/png', body: planet([90, 60, 160]) }),
      );
      await addToLast(page, CARD);
      await page.goto(`/${topicAddress('dome', 'night plan')}`);
      await messageWith(page, 'The sky tonight').scrollIntoViewIfNeeded();
    },
  },
];

/** Opens the page again with another answer of the server. */
async function answerWith(page: Page, path: string, answer: object): Promise<void> {
  await page.route(path, (route) => route.fulfill({ json: { result: 'success', msg: '', ...answer } }));
  await page.reload();
}

/** HTML behind the last message of the conversations that are opened next. */
async function addToLast(page: Page, html: string): Promise<void> {
  await page.route('**/json/messages?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { messages?: { content: string }[] };
    const last = body.messages?.at(-1);
    if (last !== undefined) last.content += html;
    await route.fulfill({ response, json: body });
  });
}
