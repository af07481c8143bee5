import sax from 'sax';
import { InvalidInput } from '../errors/domain-errors.js';
import { decodeUtf8, UNDECODABLE } from './text.js';

/** A child element with its text. */
interface XmlField {
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
}

/** An element of a list with its children. */
export interface XmlElement {
  name: string;
  fields: XmlField[];
}

/** Longest text of one field, characters. */
const LONGEST_TEXT = 100_000;

/**
 * Yields the elements whose names match `names`, with their children as fields, as the file arrives.
 * Entities other than those of XML itself are unknown, and nothing external is read. Throws InvalidInput for text that
 * is not well-formed.
 */
export async function* elements(file: AsyncIterable<Uint8Array>, names: RegExp): AsyncGenerator<XmlElement> {
  const parser = sax.parser(true, { position: true });
  let ready: XmlElement[] = [];
  let element: XmlElement | undefined;
  let field: XmlField | undefined;
  const refuse = (detail: string): never => {
    const line = parser.line + 1;
    throw new InvalidInput([{ parameter: 'file', code: 'malformed_xml', detail: `line ${line}: ${detail}` }]);
  };
  parser.onerror = (error) => refuse(error.message.split('\n', 1)[0] ?? 'not well-formed');
  parser.onopentag = ({ name, attributes }) => {
    if (element === undefined) {
      if (names.test(name)) element = { name, fields: [] };
    } else if (field === undefined) {
      field = { name, text: '', attributes: attributes as Record<string, string> };
    } else refuse(`<${name}> is nested deeper than the list is`);
  };
  const onText = (text: string) => {
    if (field === undefined) return;
    field.text += text;
    if (field.text.length > LONGEST_TEXT) refuse(`<${field.name}> is longer than ${LONGEST_TEXT} characters`);
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    if (field !== undefined) {
      element?.fields.push(field);
      field = undefined;
    } else if (element !== undefined) {
      ready.push(element);
      element = undefined;
    }
  };
  for await (const text of decodeUtf8(file as AsyncIterable<Buffer>)) {
    if (text.includes(UNDECODABLE)) refuse('the text is not UTF-8');
    parser.write(text);
    yield* ready;
    ready = [];
  }
  parser.close();
  yield* ready;
}
