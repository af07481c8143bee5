import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { CALLER_KINDS, type CallerKind } from '../auth/caller.js';
import { lifetimeKind } from '../auth/lifetime.js';
import { ROLE_NAMES, type Role } from '../auth/permissions.js';
import { TokenService } from '../auth/token.service.js';
import type { Config } from '../config/config.js';
import { isIssuer } from '../config/issuer-url.js';
import { choiceKind, emailKind, Invalid, type Kind, textOf, uuidKind } from '../kinds/kinds.js';
import { CommandError, operator, runCommand } from './run.js';
import { TokenModule } from './token.module.js';

const USAGE = `Bearer tokens of the market data service.

  npm run token -- create --principal <e-mail> --role <role> --kind user|service|gateway [--expires 90d] [--json]
  npm run token -- list [--json]
  npm run token -- revoke <id>
  npm run token -- grant --principal <e-mail> --role <role>
  npm run token -- grant --subject <sub> [--issuer <url>] --role <role>

Roles: ${ROLE_NAMES.join(', ')}.
user: bound to the principal. service: belongs to nobody, cannot approve; --principal is only a label.
gateway: a trusted front layer that asserts the principal in X-Requested-By; what counts there is the role of
that principal, from a user token or by grant. --expires takes minutes, hours or days: 30m, 12h, 90d.
Users of the OpenID provider have the roles granted to their subject (of OIDC_ISSUER unless --issuer is given) or
to the e-mail that the provider verified, never those of tokens.`;

const OPTIONS = {
  principal: { type: 'string' },
  subject: { type: 'string' },
  issuer: { type: 'string' },
  role: { type: 'string' },
  kind: { type: 'string' },
  expires: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

interface TokenOptions {
  principal?: string | undefined;
  subject?: string | undefined;
  issuer?: string | undefined;
  role?: string | undefined;
  kind?: string | undefined;
  expires?: string | undefined;
  json: boolean;
}

type Work = (tokens: TokenService, config: Config) => Promise<void>;

/** Options of each action, and the number of its further arguments. */
const ACCEPTED: ReadonlyMap<string, { options: readonly string[]; further: number }> = new Map([
  ['create', { options: ['principal', 'role', 'kind', 'expires', 'json'], further: 0 }],
  ['list', { options: ['json'], further: 0 }],
  ['revoke', { options: [], further: 1 }],
  ['grant', { options: ['principal', 'subject', 'issuer', 'role'], further: 0 }],
]);

/** Refuses what an action would ignore. */
function refuseSurplus(action: string, rest: readonly string[], options: TokenOptions): void {
  const grammar = ACCEPTED.get(action);
  if (grammar === undefined) return;
  const [surplus] = rest.slice(grammar.further);
  if (surplus !== undefined) throw new CommandError(`${surplus}: ${action} takes no such argument`);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && value !== false && !grammar.options.includes(name))
      throw new CommandError(`--${name}: ${action} has no such option`);
  }
}

/** Checks the arguments of an action before anything is opened. */
function actionOf(action: string, rest: readonly string[], options: TokenOptions): Work {
  refuseSurplus(action, rest, options);
  switch (action) {
    case 'create':
      return create(options);
    case 'list':
      return (tokens) => list(tokens, options.json);
    case 'revoke':
      return revoke(value('<id>', uuidKind, rest[0]));
    case 'grant':
      return options.subject === undefined
        ? grantPrincipal(options, value('--role', roleKind, options.role))
        : grantSubject(options, value('--role', roleKind, options.role));
    default:
      throw new CommandError(`Unknown action ${action}: create, list, revoke or grant`);
  }
}

const roleKind = choiceKind<Role>(ROLE_NAMES);
const kindKind = choiceKind<CallerKind>(CALLER_KINDS);
/** OpenID Connect Core 2: at most 255 ASCII characters. */
const subjectKind = textOf({ max: 255 });

function create(options: TokenOptions): Work {
  const kind = value('--kind', kindKind, options.kind ?? 'user');
  const role = value('--role', roleKind, options.role);
  const needsPrincipal = kind === 'user' || options.principal !== undefined;
  const principal = needsPrincipal ? value('--principal', emailKind, options.principal) : null;
  const expiresAt = expiry(options.expires);
  return async (tokens) => {
    const issuedToken = await tokens.issue({
      kind,
      role,
      principal,
      expiresAt,
      author: { name: operator() },
    });
    if (options.json) process.stdout.write(`${JSON.stringify(issuedToken)}\n`);
    else {
      process.stdout.write(`${issuedToken.token}\n`);
      process.stderr.write(
        `Shown this once. Token ${issuedToken.id}: ${kind} ${principal ?? ''} ${role}${expiresAt ? `, until ${expiresAt.toISOString()}` : ''}\n`,
      );
    }
  };
}

async function list(tokens: TokenService, json: boolean): Promise<void> {
  const rows = (await tokens.list()).map(({ digest: _, custom: __, ...token }) => token);
  if (json) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  for (const token of rows) {
    const state = token.revoked_at
      ? 'revoked'
      : token.expires_at && token.expires_at <= new Date()
        ? 'expired'
        : 'active';
    const lastUse = token.last_used_at ? `last used ${token.last_used_at.toISOString()}` : 'never used';
    process.stdout.write(
      `${token.id}  ${state}  ${token.kind}  ${token.role}  ${token.principal ?? '-'}  ${lastUse}\n`,
    );
  }
}

function revoke(id: string): Work {
  return async (tokens) => {
    if (!(await tokens.revoke(id, { name: operator() }))) throw new CommandError(`No active token ${id}`);
    process.stdout.write(`Revoked ${id}; running services stop accepting it within 5 seconds\n`);
  };
}

function grantPrincipal({ principal: text, issuer }: TokenOptions, role: Role): Work {
  if (issuer !== undefined) throw new CommandError('--issuer goes with --subject');
  const principal = value('--principal', emailKind, text);
  return async (tokens) => {
    await tokens.grant(principal, role, { name: operator() });
    process.stdout.write(`${principal} is ${role} behind gateways and the OpenID provider\n`);
  };
}

function grantSubject({ principal, subject, issuer: issuerOption }: TokenOptions, role: Role): Work {
  if (principal !== undefined) throw new CommandError('--subject and --principal: give one of them');
  const name = value('--subject', subjectKind, subject);
  if (issuerOption !== undefined && !isIssuer(issuerOption))
    throw new CommandError(`--issuer: given "${issuerOption}", the issuer's https URL is expected`);
  return async (tokens, { OIDC_ISSUER }) => {
    const issuer = issuerOption ?? OIDC_ISSUER;
    if (issuer === undefined) throw new CommandError('--issuer is needed, as OIDC_ISSUER is not set');
    await tokens.grant({ issuer, subject: name }, role, { name: operator() });
    process.stdout.write(`Subject ${name} of ${issuer} is ${role}\n`);
  };
}

function value<T>(name: string, kind: Kind<T>, text: string | undefined): T {
  if (text === undefined) throw new CommandError(`${name} is needed`);
  const read = kind.fromText(text);
  if (read instanceof Invalid) throw new CommandError(`${name}: given "${text}", ${read.detail}`);
  return read;
}

function expiry(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(Date.now() + value('--expires', lifetimeKind, text));
}

await runCommand(USAGE, async (withDatabase) => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [action, ...rest] = positionals;
  if (values.help || action === undefined) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const work = actionOf(action, rest, values);
  await withDatabase(async (config, address) => {
    const context = await NestFactory.createApplicationContext(TokenModule.with(config, address), {
      logger: false,
    });
    try {
      await work(context.get(TokenService), config);
    } finally {
      await context.close();
    }
  });
});
