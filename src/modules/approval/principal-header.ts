/** Documents the header that names the deciding principal. */
export const PRINCIPAL_HEADER = {
  name: 'X-Requested-By',
  required: false,
  description:
    'E-mail of the principal. Injected by the service from a user token; asserted by a gateway; dropped for a service token, which therefore cannot approve.',
  schema: { type: 'string' as const, format: 'email', example: 'checker@example.com' },
};
