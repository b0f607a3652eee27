// A bot that prints why it ended, on the installed package.
import { createBot } from '@parley/client';
import { fromEnvironment } from '@parley/client/node';
try {
  await createBot(fromEnvironment())
    .onReady(() => console.log('It listens.'))
    .run();
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
  process.exitCode = 3;
}
