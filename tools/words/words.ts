import { readFileSync } from 'node:fs';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Catalog } from '../../packages/web/src/words/index.ts';
import { languages, problemsOf, readCatalog, writeCatalog } from '../../packages/web/build/words/catalogs.ts';
import { extractTexts } from '../../packages/web/build/words/extract.ts';

const { values } = readCommandLine({
  name: 'npm run web:words',
  summary:
    'Compares the catalogs of the web client with the texts of its source: drops what is gone, prints what has no translation.',
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
const texts = extractTexts();
let missing = 0;
for (const language of languages()) {
  const catalog = { ...readCatalog(language), ...added[language] };
  writeCatalog(language, catalog, texts);
  const problems = problemsOf(readCatalog(language), language, texts);
  for (const problem of problems) console.log(`${language}: ${problem}`);
  console.log(`${language}: ${texts.length - problems.length} of ${texts.length} texts`);
  missing += problems.length;
}
process.exit(missing === 0 ? 0 : 1);
