import { marketDate } from '../../database/sql.js';
import { columnsOf, type DataSet } from './data-set.js';

/** SQL of the calendar date of a value of the date column of a data set. */
export function dayOf(dataSet: DataSet, value: string): string {
  const column = columnsOf(dataSet).find(({ name }) => name === dataSet.dateColumn);
  return column?.kind.sqlType === 'timestamptz' ? marketDate(value) : value;
}
