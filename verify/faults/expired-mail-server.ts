import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';

/** A mail server whose certificate was valid for a day long ago; the environment makes a node use and trust it. */
export async function startExpiredMailServer(
  directory: string,
): Promise<{ readonly environment: Readonly<Record<string, string>>; stop(): Promise<void> }> {
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
  const request = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1
    -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
  execFileSync('faketime', ['2020-01-01', ...request.split(/\s+/)], { stdio: 'ignore' });
  const server = new SMTPServer({
    secure: true,
    key: await readFile(key),
    cert: await readFile(cert),
    authOptional: true,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    environment: { PARLEY_SMTP_URL: `smtps://localhost:${port}`, NODE_EXTRA_CA_CERTS: cert },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
