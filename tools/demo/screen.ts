export type Login = {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
};

/** Commands that the demo prints; each succeeds on a demo that has just started. */
export function linesToTry({ url, email, password, apiKey }: Login): string[] {
  const curl = `curl -u ${email}:${apiKey}`;
  return [
    `curl ${url}/api/v1/server_settings`,
    `curl ${url}/api/v1/fetch_api_key -d username=${email} -d password=${password}`,
    `${curl} ${url}/api/v1/users/me`,
    `${curl} ${url}/api/v1/users`,
    `${curl} ${url}/api/v1/messages -d type=channel -d to=general -d topic=hello -d 'content=Hello, *world*'`,
    `${curl} '${url}/api/v1/messages?anchor=newest&num_before=5&num_after=0'`,
    `${curl} -X POST ${url}/api/v1/register`,
  ];
}

/** The first lines of the demo, before the server starts. */
export function address(url: string): string[] {
  return ['', `  Parley: ${url}`, ''];
}

export function welcome(login: Login, directory: string): string[] {
  return [
    '',
    `  Parley is running at ${login.url}`,
    '',
    '  Open it in a browser and enter as Iris, or as another sample user.',
    '',
    `  e-mail    ${login.email}`,
    `  password  ${login.password}, of all users`,
    `  API key   ${login.apiKey}`,
    '',
    '  Try the API:',
    '',
    ...linesToTry(login).map((line) => `    ${line}`),
    '',
    `  Ctrl-C ends it. The data stays in ${directory} for the next time.`,
  ];
}
