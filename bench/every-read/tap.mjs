/**
 * A tap between a service and its database: forwards both directions and records the statements with their values, by
 * the frontend messages of PostgreSQL's protocol (version 3).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Listens on a socket of the same name in its own folder; `take()`: the statements recorded since its last call. */
export async function openTap(socket) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-tap-'));
  let statements = [];
  const sockets = new Set();
  const tap = createServer((client) => {
    const server = connect(join(socket.folder, socket.name));
    const read = reader((statement) => statements.push(statement));
    client.on('data', read);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise((resolve) => tap.listen(join(folder, socket.name), resolve));
  return {
    folder,
    take() {
      const recorded = statements;
      statements = [];
      return recorded;
    },
    async close() {
      const closed = new Promise((resolve) => tap.close(resolve));
      for (const each of sockets) each.destroy();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the messages of a connection and passes on each statement that is executed: `text`, `values`. */
function reader(note) {
  const texts = new Map();
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    // The first message has no type.
    for (let head = isStarted ? 1 : 0; rest.length >= head + 4; head = 1) {
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(head + 4, length);
      const type = isStarted ? String.fromCharCode(rest[0]) : undefined;
      isStarted = true;
      rest = rest.subarray(length);
      if (type === 'Q') note({ text: message.toString('utf8', 0, message.length - 1), values: [] });
      if (type === 'P') {
        const [name, text] = strings(message, 2);
        texts.set(name, text);
      }
      if (type === 'B') note(bound(message, texts));
    }
  };
}

/** The first `count` zero-terminated texts of a message. */
function strings(message, count) {
  const texts = [];
  for (let at = 0; texts.length < count; ) {
    const end = message.indexOf(0, at);
    texts.push(message.toString('utf8', at, end));
    at = end + 1;
  }
  return texts;
}

/** Bind: portal, statement, formats of the values, values. Binary ones are bytea, whose text form differs. */
function bound(message, texts) {
  const [portal, name] = strings(message, 2);
  let at = Buffer.byteLength(portal) + Buffer.byteLength(name) + 2;
  const int16 = () => {
    at += 2;
    return message.readInt16BE(at - 2);
  };
  const formats = Array.from({ length: int16() }, int16);
  const values = Array.from({ length: int16() }, (_, index) => {
    const size = message.readInt32BE(at);
    at += 4;
    if (size === -1) return null;
    const value = message.subarray(at, at + size);
    at += size;
    const isBinary = (formats.length === 1 ? formats[0] : (formats[index] ?? 0)) === 1;
    return isBinary ? `\\x${value.toString('hex')}` : value.toString('utf8');
  });
  return { text: texts.get(name), values };
}
