import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/components/show.tsx';
import { ConsentPage } from './consent-page.tsx';

const organization = { name: 'Observatory', url: 'https://observatory.example.org', icon_url: null };
const request = {
  client_name: 'Desk Assistant',
  client_host: 'assistant.example',
  returns_to: 'assistant.example',
  scopes: ['see_directory', 'read_messages', 'write_messages', 'organize'],
  user_name: 'Iris Lindqvist',
  organization_name: 'Observatory',
  needs_log_in: false,
};
const subscriptions = [
  { stream_id: 2, name: 'pipeline', invite_only: false },
  { stream_id: 1, name: 'dome', invite_only: false },
  { stream_id: 3, name: 'board', invite_only: true },
];
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A server that answers the consent page; the result are the decisions. */
function serve(read: object): URLSearchParams[] {
  const decisions: URLSearchParams[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const path = input instanceof Request ? input.url : String(input);
    if (path === '/json/oauth/decision' && init?.body instanceof URLSearchParams) {
      decisions.push(init.body);
      return Promise.resolve(Response.json({ location: '#gone' }));
    }
    const body = path.startsWith('/json/oauth/request')
      ? { request: null, problem: null, detail: null, location: null, ...read }
      : { subscriptions };
    return Promise.resolve(Response.json({ result: 'success', ...body }));
  });
  return decisions;
}

afterEach(() => vi.restoreAllMocks());

test('a program is allowed with what is left of its wishes, in public channels', async () => {
  const decisions = serve({ request });
  await show(<ConsentPage organization={organization} onLogIn={() => undefined} />);
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Desk Assistant wants to act for you in Observatory');
  await expect
    .element(page.getByText('From assistant.example, which vouches for this program.'))
    .toBeVisible();
  await expect.element(page.getByText('In 2 channels: dome and pipeline')).toBeVisible();
  await page.getByRole('switch', { name: 'Write messages' }).click();
  await button('Change').click();
  await page.getByRole('checkbox', { name: 'pipeline' }).click();
  await page.getByLabelText('Ends').selectOptions('in a week');
  await button('Allow').click();
  await expect.poll(() => decisions.length).toBe(1);
  const { query: _, ...sent } = Object.fromEntries(decisions[0] ?? []);
  expect(sent).toEqual({
    allow: 'true',
    scopes: '["see_directory","read_messages"]',
    days: '7',
    channels: '[1]',
  });
});

test('with private conversations, rights without limits are possible', async () => {
  const decisions = serve({ request });
  await show(<ConsentPage organization={organization} onLogIn={() => undefined} />);
  await expect
    .element(page.getByRole('switch', { name: 'Keep things in order for you' }))
    .not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Direct messages and private channels' }).click();
  await expect.element(page.getByText('In all conversations, direct messages too')).toBeVisible();
  await button('Allow').click();
  await expect.poll(() => decisions[0]?.get('scopes')).toBe(JSON.stringify(request.scopes));
  expect(decisions[0]?.has('channels')).toBe(false);
});

test('refusing sends no rights', async () => {
  const decisions = serve({ request });
  await show(<ConsentPage organization={organization} onLogIn={() => undefined} />);
  await button('Refuse').click();
  await expect.poll(() => decisions[0]?.get('allow')).toBe('false');
  expect(decisions[0]?.has('scopes')).toBe(false);
});

test('a program that is not known leads nowhere', async () => {
  serve({ problem: 'bad_redirect_uri', detail: 'The redirect_uri is wrong.' });
  await show(<ConsentPage organization={organization} onLogIn={() => undefined} />);
  await expect.element(page.getByText(/^The address to which it wants to take you/)).toBeVisible();
  await expect.element(button('Back to the program')).not.toBeInTheDocument();
});

test('an old log-in is asked for again', async () => {
  serve({ request: { ...request, needs_log_in: true } });
  const notes: (string | undefined)[] = [];
  await show(<ConsentPage organization={organization} onLogIn={(note) => notes.push(note)} />);
  await expect.poll(() => notes).toEqual(['Log in again to decide about Desk Assistant.']);
});
