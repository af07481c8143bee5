import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';

const EVENTS = [
  {
    date: '2024-02-29',
    organiser: 'Tổng cục Thống kê',
    event_name: 'CPI',
    location: 'Hà Nội',
    country: 'VN',
    importance: 'high',
    actual: 3.98,
    forecast: 3.8,
    previous: 3.37,
    unit: 'percent',
  },
  { date: '2024-02-29', organiser: 'Tổng cục Thống kê', event_name: 'CPI', location: 'Đà Nẵng' },
  {
    date: '2024-02-29',
    organiser: 'Bank A',
    event_name: 'Meeting',
    location: 'Ha Noi',
    country: 'VN',
    importance: 'low',
  },
  {
    date: '2099-03-20',
    organiser: 'Federal Reserve',
    event_name: 'FOMC',
    location: 'Washington',
    country: 'US',
    importance: 'high',
    forecast: 5.5,
  },
];

describe('specification 4.2, contract 6.4: economic calendar', () => {
  let service: TestApp;
  const list = async (query: string) =>
    (await service.get(`/economics/calendar?${query}`).expect(200)).body.data as Record<string, unknown>[];
  const names = async (query: string) =>
    (await list(query)).map(({ organiser, location }) => `${organiser} ${location}`);
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'economic_event', EVENTS);
  });
  afterAll(() => service.close());

  it('has date, organiser, event name, location, and the figures', async () => {
    expect((await list('country=VN&importance=high'))[0]).toEqual(EVENTS[0]);
    expect((await list(`q=${encodeURIComponent('đà')}`))[0]).toEqual({
      ...EVENTS[1],
      country: null,
      importance: null,
      actual: null,
      forecast: null,
      previous: null,
      unit: null,
    });
  });

  const ALL = [
    'Federal Reserve Washington',
    'Bank A Ha Noi',
    'Tổng cục Thống kê Hà Nội',
    'Tổng cục Thống kê Đà Nẵng',
  ];
  it.each([
    ['', ALL],
    ['from_date=20240301', ALL.slice(0, 1)],
    ['to_date=2024-02-29', ALL.slice(1)],
    ['country=US', ALL.slice(0, 1)],
    ['importance=low', ['Bank A Ha Noi']],
    ['organiser=tong cuc thong ke', ALL.slice(2)],
    ['organiser=tong cuc', []],
    ['q=ha noi', ['Bank A Ha Noi', 'Tổng cục Thống kê Hà Nội']],
    ['q=cpi thong', ALL.slice(2)],
    ['order=asc&limit=1', ['Bank A Ha Noi']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(['asc', 'desc'])('pages and CSV (order=%s)', async (order) => {
    const all = await list(`order=${order}`);
    expect(await walkPages(service, `/economics/calendar?limit=1&order=${order}`)).toEqual(all);
    const csv = (await service.get(`/economics/calendar?format=csv&order=${order}`)).text.trim().split('\n');
    expect(csv[0]?.split(',')).toEqual(Object.keys(all[0] ?? {}));
    expect(csv).toHaveLength(5);
  });

  it.each([
    ['importance', 'importance=urgent'],
    ['country', 'country=VNM'],
    ['from_date', 'from_date=20240301&to_date=20240229'],
  ])('400 names %s', async (parameter, query) => {
    const { body } = await service.get(`/economics/calendar?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });

  it('the same event again is 303; another place is another event; an unknown country 400', async () => {
    const [same, other, unknown] = (
      await service.post('/svc/bulk/insert?resource=economic_event', [
        EVENTS[0],
        { ...EVENTS[0], location: 'Huế' },
        { ...EVENTS[0], location: 'X', country: 'XX' },
      ])
    ).body.results;
    expect([same.status, other.status, unknown.status]).toEqual([303, 201, 400]);
  });
});
