import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { type Bench, benchOn, open, startBench, type Tab, troubleOf } from './console.js';

/** The tab of the running test, and its service. */
interface Fixture {
  readonly bench: Bench;
  readonly service: TestApp;
  readonly tab: Tab;
  readonly page: Page;
}

/** The demo market with a new tab for every test, which must end without faults. */
export function onDemo(): Fixture {
  let bench: Bench;
  let tab: Tab;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    tab = await bench.tab();
  });
  afterEach(async () => {
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
  return {
    get bench() {
      return bench;
    },
    get service() {
      return bench.service;
    },
    get tab() {
      return tab;
    },
    get page() {
      return tab.page;
    },
  };
}

/** A dedicated service of the file, whose tests open tabs themselves. */
interface OwnFixture extends Fixture {
  /** opens a page in a new tab, as an admin unless another token is given */
  open(hash: string, token?: string): Promise<void>;
}

/**
 * A dedicated service of the file, without data; `prepare` writes the data that its tests read. The tabs must end
 * without faults other than refused requests, which are what is tested.
 */
export function onOwnService(
  prepare: (service: TestApp) => Promise<void> = async () => undefined,
  environment: Record<string, string> = {},
): OwnFixture {
  let service: TestApp;
  let bench: Bench;
  let tabs: Tab[] = [];
  beforeAll(async () => {
    service = await startApp(environment);
    bench = await benchOn(service);
    await prepare(service);
  });
  afterAll(() => bench?.close());
  afterEach(async () => {
    expect(tabs.flatMap(troubleOf)).toEqual([]);
    await Promise.all(tabs.map((tab) => tab.close()));
    tabs = [];
  });
  const tab = () => tabs.at(-1) as Tab;
  return {
    get bench() {
      return bench;
    },
    get service() {
      return service;
    },
    get tab() {
      return tab();
    },
    get page() {
      return tab().page;
    },
    open: async (hash, token) => {
      tabs.push(await bench.tab());
      await open(tab(), hash, token ?? (await service.token('admin')));
    },
  };
}
