import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledPackage } from './installed-packages.ts';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The license texts of all packages, which their licenses ask for. */
export function noticesOf(root: string, packages: readonly InstalledPackage[]): string {
  return packages
    .map(({ name, version, license, place }) => {
      const folder = path.join(root, place);
      const texts = readdirSync(folder)
        .filter((file) => LICENSE_FILE.test(file))
        .toSorted()
        .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'='.repeat(80)}\n\n`)
    .concat('\n');
}

/** The packages as a bill of materials in the form of CycloneDX, without a date, so that equal builds are equal. */
export function billOfMaterials(version: string, packages: readonly InstalledPackage[]): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'parley', version, licenses: licensesOf('Apache-2.0') },
    },
    components: packages.map(({ name, version: packageVersion, license, integrity }) => ({
      type: 'library',
      'bom-ref': purlOf(name, packageVersion),
      name,
      version: packageVersion,
      purl: purlOf(name, packageVersion),
      licenses: licensesOf(license),
      ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function licensesOf(expression: string): { expression: string }[] {
  return [{ expression }];
}

/** The lock file has `sha512-` and base64, a bill of materials the hexadecimal form. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', value = ''] = integrity.split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(value, 'base64').toString('hex'),
  };
}
