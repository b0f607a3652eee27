/** One line for the user at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
