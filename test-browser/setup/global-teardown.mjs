import tearDownServices from '../../test/setup/global-teardown.mjs';

/** Ends the browser, then the test server. */
export default async function tearDown() {
  await globalThis.mdsTestBrowser?.close();
  await tearDownServices();
}
