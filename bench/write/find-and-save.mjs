/** The usual TypeORM code: look for the item, save it, each in its own transaction. */
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dist } from '../../scripts/build.mjs';

export async function findAndSave(url) {
  const { Quote } = await import(join(dist, 'src/modules/quote/quote.entity.js'));
  const dataSource = await new DataSource({ type: 'postgres', url, entities: [Quote] }).initialize();
  const repository = dataSource.getRepository(Quote);
  return {
    write: async (items) => {
      for (const item of items) {
        const existing = await repository.findOneBy({ ticker: item.ticker, date: item.date });
        if (existing === null) await repository.save(repository.create({ ...item, maker: 'bench' }));
      }
    },
    close: () => dataSource.destroy(),
  };
}
