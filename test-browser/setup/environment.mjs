import { chromium } from 'playwright-core';
import ServiceEnvironment, { ServiceHost } from '../../test/setup/environment.mjs';

/** This module is outside the test files' own realms: its state is kept for the next file of the worker. */
const keptValues = {};

/**
 * The environment of the service's tests, plus the browser of the run and the demo that the files of a worker share. It
 * has a separate host: instances in one process share passport's strategies, so tokens would be looked up in the
 * database of the instance that started last.
 */
export default class BrowserEnvironment extends ServiceEnvironment {
  #browser;

  async setup() {
    await super.setup();
    this.#browser = await chromium.connect(process.env.MDS_TEST_BROWSER);
    this.global.browserOfRun = this.#browser;
    this.global.keptOfWorker = keptValues;
    this.global.demoHost = {
      ask: (text) => {
        keptValues.host ??= new ServiceHost();
        return keptValues.host.ask(text);
      },
    };
  }

  async teardown() {
    await this.#browser?.close();
    await super.teardown();
  }
}
