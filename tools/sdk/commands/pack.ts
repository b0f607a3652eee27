// Builds the SDK as the npm package that users install, and writes its tarball: npm run sdk:pack [-- directory]
import path from 'node:path';
import { pack } from '../project.ts';

console.log(await pack(path.resolve(process.argv[2] ?? 'dist')));
