/** Every right of the service; constants, checked by name (specification 4.4, approval). */
export const PERMISSIONS = [
  'market-data:read',
  'quote:write',
  'quote:approve',
  'settlement:write',
  'data:import',
  'audit:read',
  'ops:read',
  'source:manage',
  'quarantine:decide',
  'token:manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A role is a constant set of permissions. */
export const ROLES = {
  reader: ['market-data:read'],
  maker: ['market-data:read', 'quote:write', 'settlement:write', 'data:import'],
  checker: ['market-data:read', 'quote:approve', 'audit:read', 'quarantine:decide'],
  auditor: ['market-data:read', 'audit:read'],
  operator: ['market-data:read', 'settlement:write', 'data:import', 'ops:read', 'source:manage'],
  admin: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** True when the role's constant set holds the permission. */
export function permits(role: Role, permission: Permission): boolean {
  return (ROLES[role] as readonly Permission[]).includes(permission);
}
