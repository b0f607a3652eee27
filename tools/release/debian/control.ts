/** The version as Debian compares it: development versions come before their release, in the order of their commits. */
export function debianVersionOf(version: string, seconds: number): string {
  const time = new Date(seconds * 1000).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  return version.endsWith('-dev') ? version.replace('-dev', `~dev${time}`) : version;
}

export function controlOf(version: string, kilobytes: number): string {
  const fields = {
    Package: 'parley',
    Version: version,
    Architecture: 'amd64',
    Maintainer: 'Parley <parley@example.org>',
    'Installed-Size': String(kilobytes),
    // Node.js needs the first two. A server with a database elsewhere takes the client of PostgreSQL.
    Depends:
      'libc6 (>= 2.28), libstdc++6 (>= 6), debconf (>= 0.5), passwd, util-linux, postgresql (>= 15) | postgresql-client (>= 15)',
    Recommends: 'caddy | httpd, ca-certificates',
    Section: 'net',
    Priority: 'optional',
    Description: [
      'team chat for several organizations',
      ' Channels with topics, direct messages, files, search and notifications, with a web client and an HTTP API.',
      ' The package contains Node.js. It makes a database in a PostgreSQL of the same machine.',
    ].join('\n'),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n`;
}
