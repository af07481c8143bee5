import { rmSync } from 'node:fs';

/** Stops the test server and removes its folder. */
export default async function tearDown() {
  const server = globalThis.mdsTestServer;
  await server?.stop();
  if (server?.dataDir !== undefined) rmSync(server.dataDir, { recursive: true, force: true });
}
