import code from '../../src/content/code.module.css';
import emoji from '../../src/content/emoji.module.css';
import mention from '../../src/content/mention.module.css';
import text from '../../src/content/text.module.css';
import { drawn, rows } from './frames.ts';

/** Classes of the tokens of code. */
const COLORS: ReadonlySet<string | undefined> = new Set(
  ['keyword', 'type', 'string', 'number', 'function', 'comment'].map((name) => code[name]),
);

export type Finding = { readonly name: string; readonly isGood: boolean };

/** Checks the elements that the page makes of message HTML, in the scene with one message of each kind. */
export async function checkContent(showScene: (name: string) => void): Promise<readonly Finding[]> {
  showScene('kinds');
  await drawn();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const findings: Finding[] = [];
  const check = (name: string, isGood: boolean): void => {
    findings.push({ name, isGood });
  };

  check('code names its language', document.querySelector(`.${code['bar']}`)?.textContent === 'TypeScript');
  check('code has a copy button', document.querySelector('[data-do=copy-code]') !== null);
  check(
    'tokens have six colors',
    [...document.querySelectorAll(`.${code['code']} pre span`)].every(
      ({ className }) => className === '' || COLORS.has(className),
    ),
  );
  const spoiler = document.querySelector<HTMLDetailsElement>('[data-content] details');
  check('a spoiler is closed', spoiler?.open === false);
  spoiler?.querySelector('summary')?.click();
  check('a spoiler opens', spoiler?.open === true);
  check(
    'a mention of another user is outlined',
    document.querySelector(`.${mention['other']}`)?.textContent === '@Emil Sato',
  );
  check(
    'a silent mention is plain',
    document.querySelector(`.${mention['silent']}`)?.textContent === 'Chen Wei',
  );
  check(
    'the author of a quote is named in it',
    document.querySelector(`blockquote > .${mention['author']}`)?.textContent === 'Chen Wei wrote at 9:02',
  );
  check(
    'the names of pictures are not repeated',
    document.querySelector('[data-content] p > a[href$=".jpg"]') === null,
  );
  check(
    'a time is shown in the zone of the reader',
    document.querySelector(`.${text['time']}`)?.textContent.includes('March 17') === true,
  );
  check('emoji alone are large', document.querySelector(`.${emoji['big']} .${emoji['emoji']}`) !== null);
  check('a table can scroll', document.querySelector(`.${text['scrolled']} > table`) !== null);
  check(
    'a block has the direction of its text',
    document.querySelector('[data-content] p[dir=auto]') !== null,
  );
  check(
    'a run of letters from right to left is aligned right',
    directionOf('[data-content] p[dir=auto]') === 'rtl',
  );
  check(
    'a link into the client stays in it',
    document.querySelector<HTMLAnchorElement>('[data-content] a[href^="#narrow"]')?.target === '',
  );
  const outside = document.querySelector<HTMLAnchorElement>(
    '[data-content] a[href^="https://a.example.org"]',
  );
  check(
    'a link out of the client opens beside it',
    outside?.target === '_blank' && outside.rel.includes('noopener'),
  );
  check(
    'a command to act is not shown',
    document.querySelector(`.${text['act']}`)?.textContent.trim() === 'waves',
  );
  check('a formula is drawn', document.querySelector('.katex') !== null);
  check('a picture has its size before it is loaded', isReserved());
  check('every row has a name', rows().every(hasName));
  await checkPoll(check);
  return findings;
}

async function checkPoll(check: (name: string, isGood: boolean) => void): Promise<void> {
  const option = (): HTMLElement | undefined =>
    document.querySelectorAll<HTMLElement>('[role=feed] [role=checkbox]')[1];
  const isChecked = (state: 'true' | 'false') => () => option()?.getAttribute('aria-checked') === state;
  // The poll is in a script of its own, which may still be loading.
  const isShown = await comesTrue(isChecked('false'));
  option()?.click();
  check('a vote in a poll counts', isShown && (await comesTrue(isChecked('true'))));
  option()?.click();
  check('a vote can be taken back', await comesTrue(isChecked('false')));
}

const MAX_FRAMES = 300;

/** Waits for a condition, for a limited number of frames. */
async function comesTrue(condition: () => boolean): Promise<boolean> {
  for (let frame = 0; frame < MAX_FRAMES && !condition(); frame += 1) await drawn();
  return condition();
}

function directionOf(selector: string): string {
  const element = document.querySelector(selector);
  return element === null ? '' : getComputedStyle(element).direction;
}

function isReserved(): boolean {
  const frames = [...document.querySelectorAll<HTMLElement>('a[data-do=picture]')].map((frame) =>
    frame.getBoundingClientRect(),
  );
  return frames.length === 2 && frames.every(({ height }) => Math.abs(height - 189) <= 1);
}

/** Sender and text by the ids that label the row. */
function hasName(row: HTMLElement): boolean {
  const ids = (row.getAttribute('aria-labelledby') ?? '').split(' ');
  const words = ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
  return (row.getAttribute('aria-label') ?? words).trim() !== '' && row.ariaPosInSet !== null;
}

/** A scene with hostile or foreign content in it. */
export async function checkForeign(showScene: (name: string) => void): Promise<readonly Finding[]> {
  showScene('foreign');
  await drawn();
  const pictures = [...document.querySelectorAll('[data-content] img, [data-content] video')];
  return [
    { name: 'a picture from elsewhere is a link', isGood: pictures.length === 0 },
    {
      name: 'the link to it is there',
      isGood: document.querySelectorAll('[data-content] a[href$="p.png"]').length === 1,
    },
    { name: 'hostile text stays text', isGood: rows()[1]?.textContent.includes('<img src=x') === true },
  ];
}
