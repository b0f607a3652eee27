import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBook, DOCS } from './book.ts';
import { allFiles, docs, guide } from './contents.ts';

const book = createBook(docs);
const bodies = new Map(
  [book, createBook(guide)].flatMap((shelf) => shelf.paths.map((path) => [path, shelf.at(path)?.body ?? ''])),
);

/** Generated lists, rules with their tests, and decisions are for people who have the repository. */
const NOT_IN_THE_BOOK = /^(?:adr|api|spec)\//;

test('every page of the documentation is in one chapter', () => {
  const written = globSync('**/*.md', { cwd: DOCS }).filter((file) => !NOT_IN_THE_BOOK.test(file));
  expect(allFiles.toSorted()).toEqual(written.toSorted());
});

test('every link of the book has a target', () => {
  const broken = [...bodies].flatMap(([path, body]) =>
    [...body.matchAll(/(?:href|src)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !hasTarget(path, link))
      .map((link) => `${path} → ${link}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

function hasTarget(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  if (/^https?:/.test(link) || /^\/(?:(?:static|api)\/|$)/.test(link)) return true;
  if (path.startsWith('/docs/images/'))
    return globSync(path.slice('/docs/'.length), { cwd: DOCS }).length === 1;
  const target = bodies.get(path === '' ? from : path);
  return target !== undefined && (anchor === undefined || target.includes(`id="${anchor}"`));
}

test('pages contain no inline script or style', () => {
  const offending = [...bodies].filter(([, body]) => /<style|<script(?! src=)| style=| on[a-z]+=/.test(body));
  expect(offending.map(([path]) => path)).toEqual([]);
});

/** Questions of a newcomer, the page that answers, and words of the line that the search shows. */
const QUESTIONS: readonly (readonly [question: string, href: string, answer: RegExp])[] = [
  ['install on Debian 12', '/docs/operating/install', /Debian/],
  ['run it as a container', '/docs/operating/install', /container/],
  ['make a colleague administrator', '/docs/questions', /parley user role/],
  ['remove a leaver', '/docs/questions', /parley user deactivate/],
  ['import from Slack', '/docs/questions', /parley import takes people, channels, messages/],
  ['export the data of one person GDPR', '/docs/questions', /parley user export/],
  ['keep messages for a year only', '/docs/questions', /message_retention_days/],
  ['mail does not arrive', '/docs/operating/troubleshooting', /parley mail test/],
  ['upgrade and go back', '/docs/operating/upgrade', /./],
  ['restore on another machine', '/docs/operating/backup', /restore/i],
  ['how big a machine for 50 people', '/docs/operating/sizes', /./],
  ['phone notifications', '/docs/questions', /Web Push/],
  ['LDAP SAML 2FA audit', '/docs/questions', /No\./],
];

test.each(QUESTIONS)('the search answers "%s"', async (question, href, answer) => {
  const found = await book.find(question);
  const best = found.slice(0, 3).find(({ page }) => page.href === href);
  expect(found.slice(0, 3).map(({ page, section }) => `${page.href}#${section.anchor}`)).toContainEqual(
    expect.stringMatching(new RegExp(`^${href}#`)),
  );
  expect(best?.line).toMatch(answer);
});

test('a search without words finds nothing', async () => {
  expect(await book.find('how do I')).toEqual([]);
});

const CLI = new URL('../cli/', import.meta.url);

function sourcesOf(pattern: string): string {
  return globSync(pattern, { cwd: CLI })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, CLI), 'utf8'))
    .join('\n');
}

test('every line of the doctor has an entry in Troubleshooting', () => {
  const page = book.pageAt('/docs/operating/troubleshooting');
  const entries = new Set(page?.sections.map(({ heading }) => heading));
  const source = sourcesOf('doctor/*.ts');
  const subjects = [
    ...source.matchAll(/(?:passed|warning|failed|checkDirectory)\(\s*'([^']+)'/g),
    ...source.matchAll(/(?:SUBJECT = |subject: )'([^']+)'/g),
  ].map(([, subject = '']) => subject);
  expect(subjects).toContain('durability');
  expect([...new Set(subjects)].filter((subject) => !entries.has(subject))).toEqual([]);
});

test('every explanation of a PostgreSQL error has an entry in Troubleshooting', () => {
  const text = bodies.get('/docs/operating/troubleshooting') ?? '';
  const helps = [...sourcesOf('explain.ts').matchAll(/^ {2}(?:'\w{5}'|XX\w{3}):\s+'([^.]+\.)/gm)].map(
    ([, help = '']) => help,
  );
  expect(helps.length).toBeGreaterThan(5);
  expect(helps.filter((help) => !text.includes(help))).toEqual([]);
});

/** Bounds on people or history, and prices of what never costs (docs/never-cost.md). */
const SHRINKS =
  /(?:at most|up to|limited to|no more than|a maximum of) [\d,]+ (?:users|people|guests|members|bots|organizations|channels|(?:days|years|months|messages) of history)\b|\b(?:license key|paid (?:plan|edition)|enterprise edition|per seat)\b|\b(?:sign-on|SAML|LDAP|SCIM|push(?:es)?|history|search)\b[^.]{0,40}\b(?:only in|requires?|needs?) (?:a|an|the) (?:license|subscription|plan|edition)\b/i;

test('no entry of the changelog bounds people, history, sign-on or push', () => {
  const changelog = readFileSync(new URL('../CHANGELOG.md', DOCS), 'utf8');
  // One request, not an organization.
  const known = ['creates at most 100 channels at once'];
  const offending = changelog
    .split('\n')
    .filter((line) => SHRINKS.test(line) && !known.some((text) => line.includes(text)));
  expect(offending).toEqual([]);
});

test.each([
  'An organization has at most 10 users.',
  'Search finds up to 90 days of history.',
  'Servers with more than 50 people need a license key.',
  'Single sign-on requires a subscription.',
])('an entry that shrinks what never costs is noticed: %s', (line) => {
  expect(line).toMatch(SHRINKS);
});
