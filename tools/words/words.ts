import { readFileSync } from 'node:fs';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Catalog } from '@parley/contract/words/words.ts';
import { languages, problemsOf, readCatalog, writeCatalog } from './catalogs.ts';
import { extractTexts, SERVER, WEB } from './extract.ts';

const { values } = readCommandLine({
  name: 'npm run web:words',
  summary:
    'Compares the catalogs of the web client and of the server with the texts of their source: drops what is gone, prints what has no translation.',
  options: {
    add: {
      type: 'string',
      value: 'file',
      help: 'a JSON file with new texts by language: { "de": { "Cancel": "Abbrechen" } }',
    },
  },
  example: 'npm run web:words -- --add new-texts.json',
});

const added =
  values.add === undefined
    ? {}
    : (JSON.parse(readFileSync(values.add, 'utf8')) as Readonly<Record<string, Catalog>>);
let missing = 0;
for (const [name, speaker] of Object.entries({ web: WEB, server: SERVER })) {
  const texts = extractTexts(speaker);
  for (const language of languages(speaker)) {
    const catalog = { ...readCatalog(speaker, language), ...added[language] };
    writeCatalog(speaker, language, catalog, texts);
    const problems = problemsOf(readCatalog(speaker, language), language, texts);
    for (const problem of problems) console.log(`${name} ${language}: ${problem}`);
    console.log(`${name} ${language}: ${texts.length - problems.length} of ${texts.length} texts`);
    missing += problems.length;
  }
}
process.exit(missing === 0 ? 0 : 1);
