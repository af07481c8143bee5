import http from 'node:http';

/** The type of JSON.parse's result. */
type Parsed = ReturnType<typeof JSON.parse>;

/** An answer of the service. */
export interface Response {
  status: number;
  /** by lower-case name */
  headers: Parsed;
  text: string;
  /** the parsed JSON, otherwise an empty object */
  body: Parsed;
}

type Check = (answer: Response) => unknown;

/**
 * A request that is sent as it is when first awaited: nothing is followed, decompressed or retried. Rejects if there is
 * no answer, or not the expected one.
 */
export class Request implements Promise<Response> {
  readonly [Symbol.toStringTag] = 'Request';
  private readonly headers: Record<string, string> = {};
  private readonly checks: Check[] = [];
  private content: string | undefined;
  private answer: Promise<Response> | undefined;

  constructor(
    private readonly method: string,
    private readonly url: string,
  ) {}

  set(name: string, value: string): this;
  set(headers: Readonly<Record<string, string>>): this;
  set(nameOrHeaders: string | Readonly<Record<string, string>>, value = ''): this {
    const headers = typeof nameOrHeaders === 'string' ? { [nameOrHeaders]: value } : nameOrHeaders;
    for (const [name, each] of Object.entries(headers)) this.headers[name.toLowerCase()] = each;
    return this;
  }

  /** Sets the body: an object as JSON, a text as it is. */
  send(body: object | string | undefined): this {
    if (body === undefined) return this;
    if (!('content-type' in this.headers)) this.set('Content-Type', 'application/json');
    this.content = typeof body === 'string' ? body : JSON.stringify(body);
    return this;
  }

  /** Sets the required status, or a function that throws for what is wrong. */
  expect(expected: number | Check): this {
    if (typeof expected === 'function') {
      this.checks.push(expected);
      return this;
    }
    const failure = new Error();
    Error.captureStackTrace(failure, this.expect);
    this.checks.push(({ status, text }) => {
      if (status === expected) return;
      failure.message = `expected ${expected}, got ${status}: ${text.slice(0, 1_000)}`;
      throw failure;
    });
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is sent when it is awaited
  then<Fulfilled = Response, Rejected = never>(
    onFulfilled?: ((answer: Response) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.answerOnce().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Response | Rejected> {
    return this.answerOnce().catch(onRejected);
  }

  finally(onEnd?: (() => void) | null): Promise<Response> {
    return this.answerOnce().finally(onEnd);
  }

  private answerOnce(): Promise<Response> {
    this.answer ??= this.checkAnswer();
    return this.answer;
  }

  private async checkAnswer(): Promise<Response> {
    const answer = await this.sendRequest();
    for (const check of this.checks) await check(answer);
    return answer;
  }

  private sendRequest(): Promise<Response> {
    const { method, headers, content } = this;
    if (content !== undefined) headers['content-length'] = String(Buffer.byteLength(content));
    return new Promise((resolve, reject) => {
      const request = http.request(this.url, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          try {
            resolve(responseOf(response, Buffer.concat(chunks).toString()));
          } catch (error) {
            reject(error); // declared as JSON, but is not
          }
        });
      });
      request.on('error', reject);
      request.end(content);
    });
  }
}

function responseOf({ statusCode = 0, headers }: http.IncomingMessage, text: string): Response {
  const isJson = /[/+]json\b/.test(headers['content-type'] ?? '');
  return { status: statusCode, headers, text, body: isJson && text !== '' ? JSON.parse(text) : {} };
}
