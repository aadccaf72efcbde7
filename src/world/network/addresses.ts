import { BlockList, isIPv4, isIPv6 } from 'node:net'

const NOT_PUBLIC_IPV4 = subnets('ipv4', [
  '0.0.0.0/8', // this network; Linux takes 0.0.0.0 for loopback
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, and the metadata service of some clouds
  '127.0.0.0/8',
  '168.63.129.16/32', // looks public, but inside Azure it is the host handing out machine secrets
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments, and the metadata service of Oracle's cloud
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, abandoned
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

// All public addresses are in 2000::/3: listing exceptions inside it leaves nothing to forget outside.
const GLOBAL_IPV6 = subnets('ipv6', ['2000::/3'])
const NOT_PUBLIC_IPV6 = subnets('ipv6', [
  '2001::/23', // protocol assignments; among them Teredo, which hides an IPv4 address
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
])

/** IPv6 ranges that embed IPv4 addresses, and the group (of eight) in which the IPv4 address begins. */
const CARRIERS = [
  { range: subnets('ipv6', ['::ffff:0:0/96']), at: 6 },
  { range: subnets('ipv6', ['64:ff9b::/96']), at: 6 },
  { range: subnets('ipv6', ['2002::/16']), at: 1 },
]

/** Whether an address is public. Invalid addresses and addresses with a zone are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_IPV4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const carrier = CARRIERS.find(({ range }) => range.check(address, 'ipv6'))
  if (carrier) return isPublicAddress(embeddedIpv4(address, carrier.at))
  return GLOBAL_IPV6.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6')
}

/** Where an address is, but not whose it is; nothing of what is not an address. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0')
  if (!isIPv6(address) || address.includes('%')) return ''
  const carrier = CARRIERS.find(({ range }) => range.check(address, 'ipv6'))
  if (carrier) return networkOf(embeddedIpv4(address, carrier.at))
  const groups = groupsOf(address).slice(0, 3)
  return `${groups.map((group) => group.toString(16)).join(':')}::`
}

/** Whether a name means this machine, whatever the resolver makes of it. */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.*$/i.test(host)
}

function embeddedIpv4(address: string, at: number) {
  const groups = groupsOf(address).slice(at, at + 2)
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.')
}

function groupsOf(address: string) {
  // URL turns every spelling into one: hexadecimal groups, at most one "::", no dotted tail.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const gap = Array<string>(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0')
  return [...(left ?? []), ...gap, ...(right ?? [])].map((group) => Number.parseInt(group, 16))
}

function subnets(family: 'ipv4' | 'ipv6', ranges: string[]) {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

export function hostOf(url: URL) {
  return url.hostname.replace(/^\[|\]$/g, '')
}
