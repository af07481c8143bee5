/** Staging table of a connection: the columns of a data set, `id`, and `row_number`, from 0 within its batch. */
export const STAGE = 'import_row';

/**
 * Isolation of a transaction whose rows were judged: they are stored as they were compared. If somebody has changed one
 * of the records since, it fails (40001) and is run again.
 */
export const ONE_MOMENT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ';
