import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { PSEUDO_KEY } from '../../../packages/web/src/words/pseudo-key.ts';
import { PSEUDO_LANGUAGES } from '../../../packages/web/src/words/pseudo-language.ts';
import { owner, users } from '../../../tools/demo/users.ts';
import { eventually } from './eventually.ts';
import { PASSWORD } from './sample.ts';
import { noteOperations } from './operations.ts';
import { countRequests } from './settle.ts';

export type Theme = 'light' | 'dark' | 'contrast';

export const VIEWPORTS = {
  desktop: { width: 1360, height: 860 },
  /** Small, so that texts of a picture can be read beside those of a page. */
  guide: { width: 1080, height: 660 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 720 },
} as const;

export type VisitOptions = {
  readonly url: string;
  /** Key of the sample user; a visitor without one is not logged in. */
  readonly user?: string | undefined;
  readonly theme?: Theme;
  readonly viewport?: keyof typeof VIEWPORTS;
  /** Text size in percent, as the setting of a browser. */
  readonly textPercent?: number | undefined;
  /** Code of the language of the browser, or a pseudo language; British English if omitted. */
  readonly language?: string | undefined;
  /** A fixed time of the page, in milliseconds. */
  readonly time?: number;
  /** Keeps the window without focus, so that nothing becomes read. */
  readonly isUnfocused?: boolean;
  /** Lets pages install their service worker, which takes as much processor time as the rest of a short visit. */
  readonly hasWorker?: boolean;
};

/** A browser profile with one page, and everything that went wrong in it. */
export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  /** Operations that its pages have called, by id. */
  readonly operations: ReadonlySet<string>;
  readonly close: () => Promise<void>;
};

export function openBrowser(): Promise<Browser> {
  return chromium.launch(chromiumOptions());
}

/** Ends a step that hangs; a busy machine stays below it. */
const STEP_LIMIT_MS = 120_000;

/** Opens a profile of its own, logged in as a sample user. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, user, theme = 'light', viewport = 'desktop', language = 'en' } = options;
  const isHandheld = viewport === 'phone' || viewport === 'narrow';
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEWPORTS[viewport],
    locale: localeOf(language),
    timezoneId: 'Europe/Stockholm',
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    contrast: theme === 'contrast' ? 'more' : 'no-preference',
    reducedMotion: 'reduce',
    hasTouch: isHandheld,
    isMobile: isHandheld,
    serviceWorkers: options.hasWorker === true ? 'allow' : 'block',
  });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  if (user !== undefined) await logIn(context, url, user);
  const problems: string[] = [];
  await watch(context, problems, user === undefined ? VISITOR_EXPECTED : EXPECTED);
  if (options.isUnfocused === true)
    await context.addInitScript(() => {
      document.hasFocus = () => false;
    });
  await keepLanguage(context, language);
  const operations = noteOperations(context);
  const page = await context.newPage();
  countRequests(page);
  if (options.time !== undefined) await page.clock.setFixedTime(options.time);
  if (options.textPercent !== undefined) await setTextSize(page, options.textPercent);
  return {
    page,
    context,
    problems,
    operations,
    close: () => context.close(),
  };
}

/** The locale of a browser whose user reads a language; a pseudo language is a setting, not a locale. */
export function localeOf(language: string): string {
  return language === 'en' || isPseudo(language) ? 'en-GB' : language;
}

/** Keeps a pseudo language in the browser, where its pages look for it. */
export async function keepLanguage(context: BrowserContext, language: string): Promise<void> {
  if (!isPseudo(language)) return;
  await context.addInitScript(
    ([key, code]) => {
      try {
        localStorage.setItem(key, code);
      } catch {
        // Frames without an origin keep nothing.
      }
    },
    [PSEUDO_KEY, language] as const,
  );
}

function isPseudo(language: string): boolean {
  return PSEUDO_LANGUAGES.some((code) => code === language);
}

function emailOf(key: string): string {
  const email = [owner, ...users].find((user) => user.key === key)?.email;
  if (email === undefined) throw new Error(`There is no sample user ${key}.`);
  return email;
}

/** Answers as a user who allowed notifications. A Chromium without a window refuses them, whatever was granted. */
export async function allowNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });
}

/** Begins a session without the log-in page. */
export async function logIn(context: BrowserContext, url: string, key: string): Promise<void> {
  await eventually(async () => {
    const response = await context.request.post(`${url}/json/session`, {
      headers: { origin: url, 'x-parley': 'web' },
      form: { username: emailOf(key), password: PASSWORD },
    });
    if (!response.ok()) throw new Error(`${key} could not log in: ${await response.text()}`);
  });
}

/** Ends the session of a profile: a user has 100 at most, and at a fixed time the newest one would be the first to end. */
export async function logOut(context: BrowserContext, url: string): Promise<void> {
  await context.request.delete(`${url}/json/session`, { headers: { origin: url, 'x-parley': 'web' } });
}

/** Requests that fail while the network, the server or its database is away; pages repeat them. */
const EXPECTED =
  /status of 503|net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_|NETWORK_|EMPTY_RESPONSE|FAILED)|WebSocket connection/;

/** A visitor learns that there is no session. */
const VISITOR_EXPECTED = new RegExp(`${EXPECTED.source}|status of 401`);

async function watch(context: BrowserContext, problems: string[], expected: RegExp): Promise<void> {
  await context.exposeFunction('reportViolation', (text: string) => {
    problems.push(`content security policy: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
    addEventListener('parley-started', (event) => {
      (globalThis as { parley?: unknown }).parley = (event as CustomEvent<unknown>).detail;
    });
  });
  context.on('weberror', (error) => problems.push(`error in the page: ${String(error.error())}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text()))
      problems.push(`console: ${message.text()} ${message.location().url}`.trimEnd());
  });
}

async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
}
