import type { Clock } from '../../engine/clock.ts';
import type { ProviderOutcome } from '../../http/oauth/client.ts';

export const PROVIDER_TIMEOUT_MS = 5_000;
const PERSONAL_MEETING_MS = 40 * 60_000;
const MAX_RESPONSE_BYTES = 65_536;
const MAX_URL_LENGTH = 2_000;

/** Requests a public room; if that is forbidden, a personal meeting that starts now. */
export async function requestMeeting(
  meetingsUrl: string,
  accessToken: string,
  clock: Clock,
): Promise<ProviderOutcome<string>> {
  const request = (body: object): Promise<ProviderResponse> => post(meetingsUrl, accessToken, body, clock);
  try {
    const response = await request({ room: 'public' });
    if (response.status !== 403) return outcomeOf(response);
    const now = clock.now();
    return outcomeOf(
      await request({
        room: 'personal',
        starts_at: isoTime(now),
        ends_at: isoTime(now + PERSONAL_MEETING_MS),
      }),
    );
  } catch (error) {
    return { kind: 'failed', error };
  }
}

type ProviderResponse = { readonly status: number; readonly text: string };

async function post(url: string, accessToken: string, body: object, clock: Clock): Promise<ProviderResponse> {
  const timeout = new AbortController();
  const cancel = clock.after(PROVIDER_TIMEOUT_MS, () => {
    timeout.abort(new Error('The video provider did not respond in time.'));
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(body),
      // Following a redirect would send the token to another server.
      redirect: 'manual',
      signal: timeout.signal,
    });
    return { status: response.status, text: await readText(response) };
  } finally {
    cancel();
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error('The response of the video provider is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function outcomeOf({ status, text }: ProviderResponse): ProviderOutcome<string> {
  if (status === 401) return { kind: 'refused', error: new Error('The video provider refused the token.') };
  if (status < 200 || status > 299)
    return { kind: 'failed', error: new Error(`The video provider responded with status ${status}.`) };
  const { url } = JSON.parse(text) as { url?: unknown };
  return typeof url === 'string' && isWebUrl(url)
    ? { kind: 'given', value: url }
    : { kind: 'failed', error: new Error('The video provider responded without a URL.') };
}

/** Clients insert this URL into messages, so only http and https are allowed. */
function isWebUrl(url: string): boolean {
  return url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) && URL.canParse(url);
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
