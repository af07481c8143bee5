import { CALLER_KINDS } from '../../auth/caller.js';
import { lifetimeKind } from '../../auth/lifetime.js';
import { PERMISSIONS, ROLE_NAMES, type Role } from '../../auth/permissions.js';
import { BodyField, OptionalField, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import {
  booleanKind,
  choiceKind,
  emailKind,
  instantShown,
  textOf,
  textShown,
  uuidKind,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';

const kindKind = choiceKind(CALLER_KINDS);
const roleKind = choiceKind<Role>(ROLE_NAMES);

/** States of a token: revocation takes precedence over expiry. */
const TOKEN_STATES = ['active', 'expired', 'revoked'] as const;
const stateKind = choiceKind(TOKEN_STATES);

/** Parameters of the list of tokens. */
export class TokenQuery extends PageQuery {
  @QueryField(stateKind, 'State; all by default.', 'active') state?: (typeof TOKEN_STATES)[number];
  @QueryField(emailKind, 'Principal or label of the token.', 'maker@example.com') principal?: string;
}

/** Properties of a new token: the arguments of the token command. */
export class NewToken {
  @OptionalField(
    kindKind,
    'user: bound to its principal. service: bound to nobody, cannot approve. gateway: a trusted front layer that asserts the principal.',
    'user',
    { default: 'user' },
  )
  kind?: (typeof CALLER_KINDS)[number];
  @BodyField(roleKind, 'Fixed set of permissions.', 'maker') role: Role;
  @OptionalField(
    emailKind,
    'E-mail address. Required for a user; only a label for the other kinds.',
    'maker@example.com',
  )
  principal?: string | null;
  @OptionalField(lifetimeKind, 'Validity period, in minutes, hours or days; never expires if omitted.', '90d')
  expires?: number | null;
}

/** What tokens and callers have in common. */
class TokenFacts {
  @Shown(kindKind, 'user, service or gateway.', 'user') kind: string;
  @Shown(roleKind, 'Fixed set of permissions.', 'maker') role: string;
}

/** A token of any kind: its principal is a label unless it is a user's. */
class LabelledToken extends TokenFacts {
  @ShownOrNull(
    textShown,
    'E-mail address of a user; at most a label for the other kinds.',
    'maker@example.com',
  )
  principal: string | null;
}

/** A token without its secret, which is stored nowhere. */
export class TokenRecord extends LabelledToken {
  @Shown(uuidKind, 'Identifier.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(stateKind, 'Whether it is currently accepted.', 'active') state: string;
  @Shown(instantShown, 'When it was created, UTC.', '2024-01-31T08:15:02.123456Z') created_at: string;
  @ShownOrNull(instantShown, 'When it expires, UTC; null if it never does.', '2024-04-30T08:15:02.120000Z')
  expires_at: string | null;
  @ShownOrNull(
    instantShown,
    'Last use, UTC, recorded at most once per minute; null if never used.',
    '2024-02-01T02:00:00.000000Z',
  )
  last_used_at: string | null;
  @ShownOrNull(instantShown, 'When it was revoked, UTC.', null) revoked_at: string | null;
  @Shown(booleanKind, 'Whether it is the token used for this request.', false) current: boolean;
}

/** A newly issued token: the only answer that has its secret. */
export class IssuedTokenRecord extends LabelledToken {
  @Shown(uuidKind, 'Identifier.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(
    textShown,
    'The bearer token. Shown only once: only its SHA-256 is stored.',
    'mds_000000000000000000000000000000000000000000',
  )
  token: string;
  @ShownOrNull(instantShown, 'When it expires, UTC; null if it never does.', '2024-04-30T08:15:02.120Z')
  expires_at: string | null;
}

/** The caller, and what the credential permits. */
export class CallerRecord extends TokenFacts {
  @Shown(
    textOf({ max: 300 }),
    "Identifier of the token, or `oidc:` and the subject of a provider's token.",
    '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  id: string;
  @ShownOrNull(textShown, 'E-mail address of a user; null for a service and a gateway.', 'maker@example.com')
  principal: string | null;
  @Shown(arrayOf(choiceKind(PERMISSIONS), PERMISSIONS.length), 'Permissions of the role.', [
    'market-data:read',
    'quote:write',
    'settlement:write',
    'data:import',
  ])
  permissions: string[];
  @Shown(
    booleanKind,
    'Whether the caller may approve what the caller wrote, given the permission to approve: false with SELF_APPROVAL=forbidden.',
    true,
  )
  self_approval: boolean;
  @ShownOrNull(
    instantShown,
    "When the token expires, UTC; null if it never does, and for a provider's token.",
    '2024-04-30T08:15:02.120000Z',
  )
  expires_at: string | null;
}
