import type { AuthorizationRequest } from '@parley/contract/endpoints/consent.ts';
import type { Grant } from '@parley/contract/endpoints/grants.ts';
import type { OAuthClient } from '@parley/contract/endpoints/oauth-clients.ts';
import type { Page } from 'playwright-core';
import { NOW } from '../support/sample.ts';
import type { Scene } from './scene.ts';

const DAY = 86_400;
const TODAY = Math.floor(NOW / 1000);

const REQUEST: AuthorizationRequest = {
  client_name: 'Desk Assistant',
  client_host: 'assistant.example',
  returns_to: 'assistant.example',
  scopes: ['see_directory', 'read_messages', 'write_messages', 'organize'],
  user_name: 'Iris Lindqvist',
  organization_name: 'Observatory',
  needs_log_in: false,
};

const grant = (id: number, changes: Partial<Grant>): Grant => ({
  id,
  name: 'Night log script',
  token_end: 'q7Fz',
  scopes: ['see_directory', 'read_messages'],
  created: TODAY - 40 * DAY,
  expires: TODAY + 50 * DAY,
  channels: null,
  since: null,
  client_id: null,
  client_host: null,
  last_used: TODAY - 3 * 3600,
  ...changes,
});

const GRANTS: readonly Grant[] = [
  grant(3, {
    name: 'Desk Assistant',
    token_end: '',
    created: TODAY - 2 * DAY,
    expires: TODAY + 88 * DAY,
    client_id: 'https://assistant.example/client.json',
    client_host: 'assistant.example',
    last_used: TODAY - 600,
  }),
  grant(2, { scopes: ['see_directory', 'read_messages', 'write_messages', 'react'] }),
  grant(1, { name: 'Editor', token_end: 'hT2c', created: TODAY - 60 * DAY, last_used: null }),
];

const CLIENTS: readonly OAuthClient[] = [
  {
    id: 2,
    name: 'assistant.example',
    client_id: null,
    host: 'assistant.example',
    redirect_uris: [],
    created: TODAY - 9 * DAY,
  },
  {
    id: 1,
    name: 'Night reader',
    client_id: 'client-5b1f0c7d9a3e42868d17f0c2',
    host: null,
    redirect_uris: ['https://reader.example/callback'],
    created: TODAY - 30 * DAY,
  },
];

/** Loads the page again with answers that the sample organization does not have. */
async function answering(page: Page, answers: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, answer] of Object.entries(answers))
    await page.route(`**/json${path}`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { result: 'success', msg: '', ...answer } })
        : route.fallback(),
    );
  await page.reload();
}

const NO_PROBLEM = { problem: null, detail: null, location: null };

/** Programs that act for people: the page on which they are allowed, and their lists. */
export const programScenes: readonly Scene[] = [
  {
    name: 'consent',
    user: 'Iris',
    address: 'oauth/authorize',
    steps: async (page) => {
      await answering(page, { '/oauth/request*': { request: REQUEST, ...NO_PROBLEM } });
      await page.getByRole('button', { name: 'Allow' }).waitFor();
    },
  },
  {
    name: 'consent-everywhere',
    user: 'Iris',
    address: 'oauth/authorize',
    steps: async (page) => {
      const request = { ...REQUEST, client_host: null, returns_to: '127.0.0.1:51234' };
      await answering(page, { '/oauth/request*': { request, ...NO_PROBLEM } });
      await page.getByRole('switch', { name: 'Direct messages and private channels' }).click();
      await page.getByText('In all conversations, direct messages too').waitFor();
    },
  },
  {
    name: 'consent-problem',
    user: 'Iris',
    address: 'oauth/authorize',
    steps: async (page) => {
      const detail = 'The redirect_uri is not one of those that the program has registered.';
      await answering(page, {
        '/oauth/request*': { request: null, problem: 'bad_redirect_uri', detail, location: null },
      });
      await page.getByRole('heading', { name: 'This program cannot be allowed' }).waitFor();
    },
  },
  {
    name: 'settings-programs-list',
    user: 'Iris',
    address: '#settings/programs',
    steps: async (page) => {
      await answering(page, { '/grants': { grants: GRANTS } });
      await page.getByText('Desk Assistant').waitFor();
      // The port of the sample server is another one each time.
      await page.getByLabel('Address for assistants').evaluate((field) => {
        if (field instanceof HTMLInputElement) field.value = 'https://chat.example.org/mcp';
      });
    },
  },
  {
    name: 'organization-programs',
    user: 'Iris',
    address: '#organization/integrations/programs',
    steps: async (page) => {
      await answering(page, {
        '/realm/oauth-clients': { clients: CLIENTS },
        '/realm/grants': { grants: [] },
      });
      await page.getByText('Night reader').waitFor();
      await page.getByText('No program acts for anybody.').waitFor();
    },
  },
];
