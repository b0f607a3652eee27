import { readFileSync } from 'node:fs';
import { VERSION } from '../../engine/version.ts';
import { CommandError } from './explain.ts';

/** Its folder keeps a built server when another release is checked out, whose SQL it would use. */
export function checkBuild(built: string = VERSION): void {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  if (version !== built)
    throw new CommandError(`This is a build of ${built}, but ${version} is checked out. Run: npm run build`);
}
