import { rmSync } from 'node:fs';

/** Stops the test server and removes its folder, and the files that the test files have shared. */
export default async function tearDown() {
  await globalThis.mdsTestServer?.stop();
  rmSync(process.env.MDS_TEST_FOLDER, { recursive: true, force: true });
}
