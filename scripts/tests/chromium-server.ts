/**
 * Serves one Chromium to all test files of a run and prints its address. A process of its own, because Playwright's
 * side of the browser makes functions of strings, which is switched off in the processes of the tests. It ends when
 * its standard input closes.
 */
import { launchChromiumServer } from '../../server/test/support/chromium.ts'

const server = await launchChromiumServer()
console.log(server.wsEndpoint())
for await (const _ of process.stdin);
await server.close()
