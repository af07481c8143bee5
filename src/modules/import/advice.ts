/** Who settles how files are read: the caller of the import command, or the person who declares a source. */
export type Audience = 'command' | 'source';

/** What to change, in the terms of those who can. */
interface Advice {
  /** the file, for a message */
  file(name: string): string;
  /** how to name the column of a field */
  column(field: string): string;
  /** how to settle columns that can be read in two ways */
  dates(field: string): string;
  thousands: string;
  /** how to change the form by which a column is read */
  readBy(what: 'dates' | 'thousands', form: string, field: string): string;
}

const declaredFormat = (field: string) =>
  `the format of the field (fields.${field}.date), such as DD/MM/YYYY`;
const PLAIN_NUMBERS = 'the source has to write numbers without thousands separators';

export const ADVICE: Readonly<Record<Audience, Advice>> = {
  command: {
    file: (name) => name,
    column: (field) => `Say which it is with --map '${field}=<column>'`,
    dates: () => 'Say --dates dmy (the day first) or --dates mdy (the month first)',
    thousands: 'Say --thousands , or --thousands . for what separates thousands, or --thousands none',
    readBy: (what, form) => `the column is read by --${what} ${form}, which the command line can change`,
  },
  source: {
    // Its rows are in a temporary file.
    file: () => 'the answer',
    column: (field) => `Declare where it is (fields.${field})`,
    dates: (field) => `Declare ${declaredFormat(field)}`,
    thousands: `Nothing in it decides: ${PLAIN_NUMBERS}`,
    readBy: (what, form, field) =>
      what === 'dates'
        ? `the column is read as ${form}; declare ${declaredFormat(field)}`
        : `the column is read with ${form === 'none' ? 'no separator' : form} between thousands: ${PLAIN_NUMBERS}`,
  },
};
