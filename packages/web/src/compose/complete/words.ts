import type { CommandId } from '../../keys/command-keys.ts';
import { allCommands, type CommandGroup } from '../../keys/commands.ts';
import { strokeText } from '../../keys/stroke-text.ts';
import { t } from '../../words/index.ts';
import { fold } from '../../words/fold.ts';
import { matchName } from './matching.ts';
import { MAX_SUGGESTIONS, type Suggestion } from './suggestion.ts';

/** Common words behind a fence, with the name of the language. */
const LANGUAGES: readonly (readonly [word: string, name: string])[] = [
  ['bash', 'Bash'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['css', 'CSS'],
  ['diff', 'Diff'],
  ['dockerfile', 'Docker'],
  ['elixir', 'Elixir'],
  ['go', 'Go'],
  ['graphql', 'GraphQL'],
  ['haskell', 'Haskell'],
  ['html', 'HTML'],
  ['ini', 'INI'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['js', 'JavaScript'],
  ['json', 'JSON'],
  ['jsx', 'JSX'],
  ['julia', 'Julia'],
  ['kotlin', 'Kotlin'],
  ['latex', 'TeX'],
  ['lua', 'Lua'],
  ['makefile', 'Makefile'],
  ['markdown', 'Markdown'],
  ['matlab', 'Matlab'],
  ['nginx', 'Nginx'],
  ['perl', 'Perl'],
  ['php', 'PHP'],
  ['powershell', 'PowerShell'],
  ['python', 'Python'],
  ['r', 'R'],
  ['ruby', 'Ruby'],
  ['rust', 'Rust'],
  ['scala', 'Scala'],
  ['scss', 'SCSS'],
  ['shell', 'Bash'],
  ['sql', 'SQL'],
  ['swift', 'Swift'],
  ['toml', 'TOML'],
  ['ts', 'TypeScript'],
  ['tsx', 'TSX'],
  ['typescript', 'TypeScript'],
  ['xml', 'XML'],
  ['yaml', 'YAML'],
  ['zig', 'Zig'],
];

/** Blocks that are no code. */
const BLOCKS = ['quote', 'spoiler', 'math', 'text'] as const;

/** Words for an opening fence; the closing fence is added, with the caret between both. */
export function suggestLanguages(query: string, fence: string): readonly Suggestion[] {
  if (query === '') return [];
  const wanted = fold(query);
  const blocks = BLOCKS.map((word) => ({ word, name: blockName(word) }));
  return [...blocks, ...LANGUAGES.map(([word, name]) => ({ word, name }))]
    .flatMap(({ word, name }) => {
      const match = matchName(word, wanted);
      return match === undefined || match.kind === 'inside' ? [] : [{ word, name, marks: match.marks }];
    })
    .slice(0, MAX_SUGGESTIONS)
    .map(({ word, name, marks }) => {
      const end = `\n${fence}`;
      return {
        key: `language:${word}`,
        sign: { kind: 'icon', icon: word === 'quote' ? 'quote' : word === 'spoiler' ? 'hide' : 'code' },
        title: word,
        marks,
        detail: name,
        insert: word === 'spoiler' ? `${word} \n${end}` : `${word}\n${end}`,
        caretBack: word === 'spoiler' ? end.length + 1 : end.length,
      } satisfies Suggestion;
    });
}

/** Commands at the start of a message: those that write, and actions of the palette that are possible here. */
export function suggestCommands(
  query: string,
  isAvailable: (id: CommandId) => boolean,
): readonly Suggestion[] {
  return [...suggestWriting(query), ...(query === '' ? [] : suggestActions(query, isAvailable))].slice(
    0,
    MAX_SUGGESTIONS,
  );
}

const ACTION_GROUPS: readonly CommandGroup[] = ['going', 'reading', 'general'];

function suggestActions(query: string, isAvailable: (id: CommandId) => boolean): readonly Suggestion[] {
  const wanted = fold(query);
  return allCommands().flatMap(({ id, group, label, icon, keys }) => {
    if (icon === undefined || !ACTION_GROUPS.includes(group) || !isAvailable(id)) return [];
    const isNamed = id.startsWith(wanted);
    if (!isNamed && matchName(label, wanted) === undefined) return [];
    const [stroke] = keys;
    return {
      key: `action:${id}`,
      sign: { kind: 'icon', icon },
      title: `/${id}`,
      marks: isNamed ? [[1, 1 + query.length]] : [],
      detail: label,
      ...(stroke === undefined ? {} : { meta: strokeText(stroke) }),
      insert: '',
      runs: id,
    } satisfies Suggestion;
  });
}

function suggestWriting(query: string): readonly Suggestion[] {
  const wanted = fold(query);
  return commands()
    .filter(({ word }) => word.startsWith(wanted))
    .map(({ word, detail, icon }) => ({
      key: `command:${word}`,
      sign: { kind: 'icon', icon },
      title: `/${word}`,
      marks: query === '' ? [] : [[1, 1 + query.length]],
      detail,
      insert: `/${word} `,
    }));
}

function commands() {
  return [
    { word: 'me', detail: t('Say what you are doing'), icon: 'person' },
    { word: 'poll', detail: t('Ask a question with choices'), icon: 'poll' },
    { word: 'todo', detail: t('Share a list of tasks'), icon: 'listi' },
  ] as const;
}

function blockName(word: (typeof BLOCKS)[number]): string {
  switch (word) {
    case 'quote':
      return t('Quote');
    case 'spoiler':
      return t('Hidden until opened');
    case 'math':
      return t('Formula');
    case 'text':
      return t('Plain text');
  }
}
