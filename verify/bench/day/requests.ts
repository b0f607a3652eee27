export function get(path: string, headers: string): string {
  return `GET /api/v1${path} HTTP/1.1\r\n${headers}\r\n`;
}

export function post(path: string, fields: Readonly<Record<string, string>>, headers: string): string {
  const form = new URLSearchParams(fields).toString();
  return (
    `POST /api/v1${path} HTTP/1.1\r\n${headers}content-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${form.length}\r\n\r\n${form}`
  );
}
