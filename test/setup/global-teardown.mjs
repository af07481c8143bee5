/** Stops the test server and removes its folder. */
export default async function tearDown() {
  await globalThis.mdsTestServer?.stop();
}
