import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A receiver's address that the service must not connect to. */
export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

type Range = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'];

/**
 * Addresses that no receiver has: link-local ones, among them the metadata services of clouds, other metadata services,
 * multicast and reserved ones, and tunnels that lead to any of them.
 */
const NEVER: readonly Range[] = [
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['100.100.100.200', 32, 'ipv4'], // metadata of Alibaba Cloud
  ['168.63.129.16', 32, 'ipv4'], // host agent of Azure
  ['192.0.0.192', 32, 'ipv4'], // metadata of Oracle Cloud
  ['fd00:ec2::', 32, 'ipv6'], // metadata of AWS
  ['fd20:ce::254', 128, 'ipv6'], // metadata of Google Cloud
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['ff00::', 8, 'ipv6'],
  ['2001::', 32, 'ipv6'], // Teredo
  ['2002::', 16, 'ipv6'], // 6to4
];

/** Loopback, private and shared ranges (RFC 6890): the operator's own network. */
const PRIVATE: readonly Range[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['::', 127, 'ipv6'], // unspecified and loopback
  ['64:ff9b::', 96, 'ipv6'], // NAT64
  ['64:ff9b:1::', 48, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
];

const [never, ownNetwork] = [NEVER, PRIVATE].map((ranges) => {
  const list = new BlockList();
  for (const range of ranges) list.addSubnet(...range);
  return list;
}) as [BlockList, BlockList];

/**
 * Whether the service may deliver to an IP address; `isPrivateAllowed`: also in loopback and private ranges. An IPv4
 * address inside an IPv6 one (`::ffff:…`) is treated as that IPv4 address.
 */
export function mayDeliverTo(address: string, isPrivateAllowed: boolean): boolean {
  const plain = address.split('%', 1)[0] ?? '';
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0 || never.check(plain, family)) return false;
  return isPrivateAllowed || !ownNetwork.check(plain, family);
}

/** The IP address that a URL contains; undefined when it names a host that has to be resolved. */
export function literalAddressOf(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Resolves host names for a connection and passes on only addresses that may be delivered to: the address that was
 * checked is the one connected to, so that a name that resolves to another one a moment later gains nothing.
 */
export function checkedLookup(isPrivateAllowed: boolean): LookupFunction {
  return (host, options, done) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      const allowedAddresses = addresses.filter(({ address }) => mayDeliverTo(address, isPrivateAllowed));
      const [first] = allowedAddresses;
      if (first === undefined) return done(new AddressNotAllowed(), '');
      if (options.all === true) done(null, allowedAddresses);
      else done(null, first.address, first.family);
    });
  };
}
