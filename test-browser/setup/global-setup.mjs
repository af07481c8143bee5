import { chromium } from 'playwright-core';
import setUpServices from '../../test/setup/global-setup.mjs';
import { chromiumPath } from './chromium.mjs';

/** A name that only the browser of the tests resolves: the service must work over plain HTTP beyond localhost. */
const HOST = 'market-data.test';

/** Prepares everything that the tests of the service need, and one browser that all test files connect to. */
export default async function setUp() {
  const [browser] = await Promise.all([
    chromium.launchServer({
      executablePath: chromiumPath(),
      timeout: 180_000,
      args: [
        ...['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
        // The tabs of a context share a process, which has already compiled the console's code.
        '--process-per-site',
      ],
    }),
    setUpServices(),
  ]);
  globalThis.mdsTestBrowser = browser;
  process.env.MDS_TEST_BROWSER = browser.wsEndpoint();
  process.env.MDS_TEST_BROWSER_HOST = HOST;
}
