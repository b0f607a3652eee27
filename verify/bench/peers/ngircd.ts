import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@parley/test-support/free-port.ts';
import { openConversation, untilListening } from './conversation.ts';
import type { Peer } from './peer.ts';

/** Debian's ngircd: an IRC server in C that keeps nothing and asks for no password, the upper bound. */
export async function startNgircd(directory: string): Promise<Peer> {
  const port = await freePort();
  const file = path.join(directory, 'ngircd.conf');
  await writeFile(
    file,
    `[Global]
Name = irc.example.org
Info = bench
Listen = 127.0.0.1
Ports = ${port}
ServerUID = irc
ServerGID = irc
[Limits]
MaxConnections = 0
MaxConnectionsIP = 0
MaxJoins = 0
MaxPenaltyTime = 0
[Options]
DNS = no
Ident = no
PAM = no
`,
  );
  const child = spawn('/usr/sbin/ngircd', ['-n', '-f', file], { stdio: 'ignore' });
  await untilListening(port);
  return {
    name: 'ngircd, keeps nothing',
    pid: child.pid ?? 0,
    echoes: false,
    join: async (room, place, listener) => {
      const nick = `r${room}m${place}`;
      const line = await openConversation(port, (text, tell) => {
        const ping = /^PING (.*)$/m.exec(text);
        if (ping !== null) tell(`PONG ${ping[1] ?? ''}\r\n`);
        listener(text);
      });
      await line.ask(`NICK ${nick}\r\nUSER ${nick} 0 * :${nick}\r\n`, / (?:376|422) /);
      await line.ask(`JOIN #room${room}\r\n`, / 366 /);
      return {
        say: (text) => {
          line.tell(`PRIVMSG #room${room} :${text}\r\n`);
        },
        leave: line.close,
      };
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
