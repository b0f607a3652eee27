import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** The status and text of the last answer, and the command that it answers. */
export type SmtpAnswer = { readonly command: string; readonly status: number; readonly text: string };

/** A conversation with a mail server, command by command. */
export type SmtpTalk = { say(command: string): Promise<SmtpAnswer>; end(): void };

export async function openSmtp(port: number): Promise<SmtpTalk> {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (command: string): Promise<SmtpAnswer> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`The mail server ended the connection at “${command}”.`);
      // A hyphen after the status means that more lines follow.
      if (value[3] !== '-') return { command, status: Number(value.slice(0, 3)), text: value.slice(4) };
    }
  };
  const talk: SmtpTalk = {
    say: (command) => {
      socket.write(`${command}\r\n`);
      return answer(command.slice(0, 60));
    },
    end: () => {
      socket.destroy();
    },
  };
  await answer('connect');
  await talk.say('EHLO client.test');
  return talk;
}

/** Sends a raw e-mail to an address; returns the first refusal, or the acknowledgement. */
export async function sendRawMail(port: number, to: string, mail: string): Promise<SmtpAnswer> {
  const talk = await openSmtp(port);
  try {
    let answer = await talk.say('MAIL FROM:<author@example.org>');
    for (const command of [`RCPT TO:<${to}>`, 'DATA', `${mail.replaceAll(/\r?\n/g, '\r\n')}\r\n.`]) {
      if (answer.status >= 400) return answer;
      answer = await talk.say(command);
    }
    return answer;
  } finally {
    talk.end();
  }
}
