import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { dist } from '../../scripts/build.mjs';

/** The output of a busy host arrives within this, ms. */
const OUTPUT_DELAY = 500;

/** Longest tail of the host's output shown when a test fails or the host ends, characters. */
const TAIL = 8_000;

/**
 * Engine flags of the host: garbage of successive tests is collected in fewer, larger pieces, by one thread, because
 * the other threads have no processor to themselves; and a function is optimised only after six times the default
 * running time, because most of a test's requests are sent only a few times. Node 22 and newer end at this last flag,
 * which their V8 no longer has.
 */
const HOST_FLAGS = [
  ...['--max-semi-space-size=64', '--initial-old-space-size=256', '--single-threaded-gc'],
  ...(Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=400000'] : []),
];

/** A process that runs instances of the service for all test files of one worker, one file after the other. */
export class ServiceHost {
  failure;
  /** the tail of its output since the last test began */
  output = '';
  #numbers = 0;
  #waiting = new Map();
  #child;

  constructor() {
    this.#child = fork(join(dist, 'test/host/host.js'), {
      execArgv: HOST_FLAGS,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (piece) => {
        this.output = (this.output + piece).slice(-TAIL);
      });
      stream.unref();
    }
    this.#child.on('message', ({ id, text }) => {
      this.#waiting.get(id)?.resolve(text);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#child.channel?.unref();
    });
    this.#child.on('error', (error) => this.#fail(error.message));
    this.#child.on('close', (code, signal) => this.#fail(`it ended with ${signal ?? code}`));
    // It must keep this process alive only while a request is open; it ends when this process does.
    this.#child.unref();
    this.#child.channel.unref();
  }

  /** Sends a request; rejects with a text when the host has ended. */
  ask(text) {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const id = ++this.#numbers;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // A process that waits for nothing else would exit, successfully, before its tests have run.
      this.#child.channel?.ref();
      // A message that cannot be sent is answered by the host's end, which comes with its last output.
      this.#child.send({ id, text }, () => undefined);
    });
  }

  #fail(reason) {
    this.failure ??= `The service host failed, ${reason}; its output ends with:\n${this.output}`;
    for (const { reject } of this.#waiting.values()) reject(this.failure);
    this.#waiting.clear();
  }
}

/** This module is outside the test files' own realms: its state lives as long as the worker. */
let living;

/** Node's environment with `serviceHost`, used by test/host/client.ts; started when the first test file needs it. */
export default class ServiceEnvironment extends TestEnvironment {
  #host;

  /**
   * The global object of the test files is an ordinary one: Jest's own passes each look-up of `Math` or `expect`
   * through a proxy, which costs some tests a quarter of their time.
   */
  constructor(...parameters) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...parameters);
    } finally {
      vm.createContext = createContext;
    }
  }

  async setup() {
    await super.setup();
    this.global.serviceHost = {
      ask: (text) => {
        // A host that has ended fails the rest of the file; the next file has a new one.
        if (this.#host === undefined && living?.failure !== undefined) living = undefined;
        living ??= new ServiceHost();
        this.#host ??= living;
        return this.#host.ask(text);
      },
    };
  }

  /** Shows the service's log output of a failed test. */
  async handleTestEvent({ name, test }) {
    if (this.#host === undefined) return;
    if (name === 'test_start') this.#host.output = '';
    if (name !== 'test_done' || test.errors.length === 0) return;
    await sleep(OUTPUT_DELAY);
    if (this.#host.output !== '') {
      process.stderr.write(`The service host during "${test.name}":\n${this.#host.output}\n`);
    }
  }

  /** Closes everything that the file left open before the next one begins. */
  async teardown() {
    await this.#host?.ask(JSON.stringify({ action: 'reset' })).catch(() => undefined);
    await super.teardown();
  }
}
