import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public: private, shared, loopback, link-local, reserved, documentation, multicast. */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Only global unicast addresses are public: mapped, NAT64, local and multicast addresses are outside of it. */
const OPEN_IPV6 = ['2000::/3'];
/** Parts of global unicast that lead elsewhere: protocol assignments with Teredo, documentation, 6to4. */
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const closedIPv4 = listOf(CLOSED_IPV4);
const openIPv6 = listOf(OPEN_IPV6);
const closedIPv6 = listOf(CLOSED_IPV6);

/** Decides to which addresses the server connects on behalf of users. */
export type AddressRule = (address: string) => boolean;

/** Public addresses, and those in the networks that the operator allows. */
export function createAddressRule(allowedNetworks: readonly string[]): AddressRule {
  const allowed = listOf(allowedNetworks);
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && (allowed.check(address, family) || isPublic(address, family));
  };
}

/** Whether a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isPublic(address: string, family: 'ipv4' | 'ipv6'): boolean {
  return family === 'ipv4'
    ? !closedIPv4.check(address, family)
    : openIPv6.check(address, family) && !closedIPv6.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address) ?? 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}
