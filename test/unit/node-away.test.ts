import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway, isTransactionConflict } from '../../src/database/connection/database-errors.js';
import { problemOf } from '../../src/http/problems/problem.js';

const INTERNAL_ERROR = 'XX000';
const IO_ERROR = '58030';
/** An error as node-postgres builds it from the server's report. */
const reported = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('a node of a cluster that dies', () => {
  it.each([
    // the coordinator's own words
    [
      '08006',
      'connection to the remote node market@127.0.0.1:5501 failed with the following error: connection not open',
    ],
    ['08006', 'could not establish any connections to the node 127.0.0.1:5501 after 30000 ms'],
    [INTERNAL_ERROR, 'failure on connection marked as essential: 127.0.0.1:5501'],
    [INTERNAL_ERROR, `failed to prepare transaction 'citus_0_1_2_3' on host 127.0.0.1:5501`],
    [INTERNAL_ERROR, 'could not commit transaction for shard 102008 on at least one active node'],
    [INTERNAL_ERROR, 'could not connect to any active placements'],
    [INTERNAL_ERROR, 'cannot connect to 127.0.0.1:5501 to fetch intermediate results'],
    [INTERNAL_ERROR, 'failed to read result "12_1" from node 127.0.0.1:5501'],
    [
      INTERNAL_ERROR,
      'execution cannot recover from multiple connection failures. Last node failed 127.0.0.1:5501',
    ],
    [
      INTERNAL_ERROR,
      'unable to recover from inconsistent state in the connection state machine on coordinator',
    ],
    [IO_ERROR, 'failed to COPY to shard 102008 on 127.0.0.1:5501'],
    [IO_ERROR, 'failed to complete COPY on 127.0.0.1:5501'],
    [
      'CIINF',
      'Query could not find the intermediate result file "12_1", it was mostly likely deleted due to an error in a parallel process within the same distributed transaction',
    ],
    // libpq's, whose errors have no code
    [
      INTERNAL_ERROR,
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.',
    ],
    [
      INTERNAL_ERROR,
      'FATAL:  terminating connection due to unexpected postmaster exit\nserver closed the connection unexpectedly',
    ],
    [INTERNAL_ERROR, 'could not receive data from server: Connection reset by peer'],
    [INTERNAL_ERROR, 'could not send data to server: Broken pipe'],
    [INTERNAL_ERROR, 'SSL SYSCALL error: EOF detected'],
    [INTERNAL_ERROR, 'SSL error: unexpected eof while reading'],
    [INTERNAL_ERROR, 'SSL connection has been closed unexpectedly'],
    [INTERNAL_ERROR, 'no connection to the server'],
    [INTERNAL_ERROR, 'connection not open'],
    [INTERNAL_ERROR, 'lost synchronization with server: got message type "Z", length 5'],
    [INTERNAL_ERROR, ''],
    // the node's, with their code, and as passed on by a COPY
    ['57P01', 'terminating connection due to administrator command'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['57P03', 'the database system is starting up'],
    [INTERNAL_ERROR, 'terminating connection due to administrator command'],
    [INTERNAL_ERROR, 'terminating connection because of crash of another server process'],
    [INTERNAL_ERROR, 'terminating connection due to unexpected postmaster exit'],
    [INTERNAL_ERROR, 'postmaster was shut down, exiting'],
    [INTERNAL_ERROR, 'the database system is shutting down'],
    [INTERNAL_ERROR, 'the database system is in recovery mode'],
  ])('is a 503: %s %s', (code, message) => {
    const { problem, headers } = problemOf(reported(code, message));
    expect({ status: problem.status, code: problem.code, headers }).toEqual({
      status: 503,
      code: 'database_away',
      headers: { 'Retry-After': '2' },
    });
  });

  it.each([
    [INTERNAL_ERROR, 'duplicate key value violates unique constraint "quote_key_102008"'],
    [INTERNAL_ERROR, 'unrecognized node type: 127'],
    [INTERNAL_ERROR, 'could not open relation with OID 16384'],
    [IO_ERROR, 'could not read block 3 in file "base/16384/16400": Input/output error'],
    ['0A000', 'complex joins are only supported when all distributed tables are co-located'],
  ])('is not taken for one that does not answer: %s %s', (code, message) => {
    expect(isDatabaseAway(reported(code, message))).toBe(false);
    expect(problemOf(reported(code, message)).problem.status).toBe(500);
  });

  it.each(['deadlock detected', 'could not serialize access due to concurrent update'])(
    'a conflict of transactions passed on by a COPY is recognised: %s',
    (message) => {
      expect(isTransactionConflict(reported(INTERNAL_ERROR, message))).toBe(true);
      expect(isTransactionConflict(reported(INTERNAL_ERROR, `tuple: ${message}`))).toBe(false);
    },
  );
});

describe('something that does not exist', () => {
  const absent = (syscall: string) =>
    Object.assign(new Error(`ENOENT: no such file or directory, ${syscall}`), { code: 'ENOENT', syscall });

  it.each(['connect', 'open'])('a socket, or a certificate, means that the database is away: %s', (call) => {
    expect(isDatabaseAway(absent(call))).toBe(true);
  });

  it.each(['mkdtemp', 'mkdir', 'scandir', 'rename'])('a folder for temporary files does not: %s', (call) => {
    expect(isDatabaseAway(absent(call))).toBe(false);
  });
});
