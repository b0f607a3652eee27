import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of Vite's plugins that these need. */
type Plugin = {
  name: string;
  apply: 'build';
  enforce: 'pre' | 'post';
  transform: {
    filter: { id: RegExp };
    handler(
      code: string,
      id: string,
    ): { code: string; map: null; moduleSideEffects?: 'no-treeshake' } | undefined;
  };
};

/** The name in a build of a class of a module. */
type ClassNaming = (name: string, file: string) => string;

/** Names begin with a capital letter, which no global class does. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIGNS = `${LETTERS}${LETTERS.toLowerCase()}0123456789`;
/** Classes, and animations, whose names are scoped as well. */
const NAME = /(?:\.|@keyframes )([a-z][a-z0-9-]*)/g;

/** Numbers the classes of all modules below a directory: two signs are enough for sixteen hundred. */
export function numberClasses(source: string): ClassNaming {
  const numbers = new Map<string, number>();
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .toSorted();
  for (const file of files)
    for (const [, name = ''] of readFileSync(path.join(source, file), 'utf8').matchAll(NAME))
      numbers.set(`${file} ${name}`, numbers.get(`${file} ${name}`) ?? numbers.size);
  return (name, file) => {
    const number = numbers.get(`${path.relative(source, file)} ${name}`);
    if (number === undefined) throw new Error(`${file} has no class ${name}.`);
    return shortName(number);
  };
}

function shortName(number: number): string {
  const rest = Math.floor(number / LETTERS.length);
  return `${LETTERS[number % LETTERS.length]}${rest < SIGNS.length ? SIGNS[rest] : rest.toString(36)}`;
}

const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

/**
 * Writes the names of classes where components ask for them, so that the script has no object of names for each module.
 * Modules keep their styles alone.
 */
export function classNamePlugins(nameOf: ClassNaming): Plugin[] {
  return [
    {
      name: 'parley-class-names',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx?$/ },
        handler: (code, id) => {
          let written = code;
          for (const [, binding = '', target = ''] of code.matchAll(IMPORT)) {
            const file = path.resolve(path.dirname(id), target);
            written = written
              .replace(`import ${binding} from '${target}'`, `import '${target}'`)
              .replaceAll(new RegExp(String.raw`\b${binding}\['([^']+)'\]`, 'g'), (_, name: string) =>
                JSON.stringify(nameOf(name, file)),
              );
          }
          return written === code ? undefined : { code: written, map: null };
        },
      },
    },
    {
      name: 'parley-class-styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: () => ({ code: '', map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
