import type { TestApp } from './app.js';
import { until } from './embedded/harness.js';

/** Begins a run of a source and waits for its end; `unitRecords`: its units of work. */
export async function runSource(service: TestApp, name: string, body: object) {
  const { id } = (await service.post(`/svc/source/${name}/run`, body).expect(202)).body;
  const path = `/svc/source/${name}/run/${id}`;
  const ended = await until('the run ends', async () => {
    const { body: record } = await service.get(path).expect(200);
    return record.ended_at === null ? undefined : record;
  });
  const units = (await service.get(`${path}/unit`).expect(200)).body.data;
  return { ...ended, unitRecords: units };
}
