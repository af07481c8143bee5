import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { documentOf, operationsOf } from '../contract/document.js';
import { expectProblem, type Send, wire } from '../contract/wire.js';
import { figure } from '../figures.js';

/** Everything that answers without a credential; the console's static files are below one prefix. */
const OPEN = [
  'GET /',
  'GET /docs',
  'GET /docs/',
  'GET /docs/swagger-ui-init.js',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
  'GET /openapi.yaml',
];
/** Static files of these prefixes are open: the documentation's and the console's own scripts and styles. */
const OPEN_FILES = /^(\/docs|\/console)(\/|$)/;

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe('S1: every route of router, document and fast lane needs a bearer token', () => {
  let service: TestApp;
  let send: Send;
  let routes: string[];
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    const routerRoutes = (await service.inside('routes')).flatMap(({ path, methods }) =>
      methods.map((method) => `${method.toUpperCase()} ${path}`),
    );
    const documentedRoutes = operationsOf(await documentOf(service)).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const fast = await service.inside('fastPaths');
    routes = [
      ...new Set([...routerRoutes, ...documentedRoutes, ...fast.map((path) => `GET ${path}`)]),
    ].sort();
  });
  afterAll(() => service.close());

  const isOpen = (route: string) => OPEN.includes(route) || OPEN_FILES.test(route.split(' ')[1] ?? '');
  const requestOf = (route: string) => {
    const [method = '', path = ''] = route.split(' ');
    return {
      method: method === '_ALL' ? 'GET' : method,
      url: path.replaceAll(/:id\b/g, UNKNOWN_ID).replaceAll(/[:*]\w+/g, 'quote'),
    };
  };

  it('has routes to walk', () => {
    expect(routes.length).toBeGreaterThan(90);
    expect(routes).toEqual(
      expect.arrayContaining(['GET /quote', 'POST /svc/quote/appoval', ...OPEN.slice(0, 1)]),
    );
  });

  it('401 without a token and with a wrong one; a reader can at most read; only the listed routes are open', async () => {
    const reader = await service.token('reader');
    const findings: string[] = [];
    let closedCount = 0;
    for (const route of routes) {
      const { method, url } = requestOf(route);
      const stranger = await send(method, url, { token: null });
      if (stranger.status !== 401) {
        if (!isOpen(route)) findings.push(`${route} is open: ${stranger.status}`);
        continue;
      }
      closedCount += 1;
      if (isOpen(route)) findings.push(`${route} should be open`);
      if (method !== 'HEAD') expectProblem(stranger, 401, 'not_authenticated');
      const guess = await send(method, url, { token: 'mds_guess' });
      if (guess.status !== 401) findings.push(`${route} with a wrong token: ${guess.status}`);
      // As a stream it would never end.
      const list: Record<string, string> = url.startsWith('/svc/events')
        ? { Accept: 'application/json' }
        : {};
      const answer = await send(method, url, { token: reader, headers: list });
      const isRead = method === 'GET' && !/audit|history|metrics|token(?!\/self)/.test(url);
      if (isRead ? answer.status === 401 : answer.status < 400)
        findings.push(`${route} as reader: ${answer.status}`);
      if (answer.status >= 500) findings.push(`${route} as reader: ${answer.status}`);
    }
    figure(
      'S1',
      'walk of router, document and fast lane',
      routes.length,
      `${closedCount} closed, 0 open beyond the list`,
    );
    expect(findings).toEqual([]);
  });

  it('no other method, letter case, slash or encoding of a closed path opens it', async () => {
    const findings: string[] = [];
    let attempts = 0;
    for (const path of new Set(
      routes.filter((route) => !isOpen(route)).map((route) => requestOf(route).url),
    )) {
      const spellings = [
        path,
        `${path}/`,
        path.toUpperCase(),
        path.replace('/', '/%2e/'),
        `/${path}`,
        `/.${path}`,
        `/health/..${path}`,
        `/docs/..${path}`,
        `${path}%00`,
        `${path};x=1`,
        `${path}%20`,
        `${path}.json`,
        path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      ];
      for (const url of spellings) {
        attempts += 1;
        const { status, text } = await send('GET', url, { token: null });
        if (status < 400 && !/^\/docs/.test(url)) findings.push(`GET ${url}: ${status}`);
        if (status < 400 && /"data"/.test(text)) findings.push(`GET ${url}: data`);
      }
      for (const method of METHODS) {
        attempts += 1;
        const { status } = await send(method, path, { token: null });
        if (status < 400) findings.push(`${method} ${path}: ${status}`);
      }
    }
    figure('S1', 'closed paths in other spellings and methods', attempts, `${findings.length} opened`);
    expect(findings).toEqual([]);
  });

  it('the fast lane refuses the tokens that the usual way refuses', async () => {
    const path = '/quote?ticker=VNM';
    const fast = { Accept: 'application/json' };
    for (const token of [null, 'mds_guess', `mds_${'0'.repeat(42)}`]) {
      expectProblem(await send('GET', path, { token, headers: fast }), 401, 'not_authenticated');
    }
  });
});
