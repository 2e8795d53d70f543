/**
 * Where a webhook may lead: to the open internet by https, never inside (events row 74). A name is checked again by
 * its addresses whenever it is connected to, because what it resolves to may change.
 */
import { BlockList, isIP } from 'node:net'

const MAX_URL_LENGTH = 2_000
/** Below it are the ports of services that a system runs itself: mail, shells, names. */
const FIRST_FREE_PORT = 1_024

/** Not reachable from everywhere, or reaching another address: see the registries of RFC 6890. */
const INSIDE = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // A host's own services at one provider of clouds.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]
const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** One list for each family: a list of both takes an address of one for the mapped address of the other. */
interface Networks {
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

const networks = (list: readonly string[]): Networks => {
  const made = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const network of list) {
    const [address = '', length] = network.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    made[family].addSubnet(address, Number(length), family)
  }
  return made
}

const inside = networks(INSIDE)
const loopback = networks(LOOPBACK)

const isIn = ({ ipv4, ipv6 }: Networks, address: string): boolean =>
  isIP(address) === 4 ? ipv4.check(address, 'ipv4') : ipv6.check(address, 'ipv6')

/** Whether a connection may go to this address. Loopback counts only where the host allows it, for a demo. */
export const mayConnectTo = (address: string, allowsLoopback: boolean): boolean => {
  if (isIP(address) === 0) return false
  return !isIn(inside, address) || (allowsLoopback && isIn(loopback, address))
}

/** The host of a URL as an address, without the brackets of IPv6; null if it is a name. */
export const literalAddress = ({ hostname }: URL): string | null => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : bare
}

const isLoopbackUrl = (url: URL): boolean => {
  const address = literalAddress(url)
  return address === null ? /^(.+\.)?localhost\.?$/.test(url.hostname) : isIn(loopback, address)
}

const OF_THIS_MACHINE =
  'Events are not sent to the machine that serves: `airside listen` brings them to your own, or its host allows it (AIRSIDE_WEBHOOK_LOOPBACK)'

/** What is wrong with a URL for webhooks, or null. The parser has turned decimal and octal forms into addresses. */
export const webhookUrlProblem = (text: string, allowsLoopback: boolean): string | null => {
  if (text.length > MAX_URL_LENGTH) return `An address has at most ${MAX_URL_LENGTH} characters`
  const url = URL.parse(text)
  // The parser would leave line ends and tabs out, and lead elsewhere than the text says.
  if (/[\s\p{Cc}]/u.test(text)) return 'An address has no space, line end or tab: write %20 for a space'
  if (url === null) return 'This is no address: write it as https://receiver.example/airside'
  const isLoopback = isLoopbackUrl(url)
  if (url.protocol !== 'https:' && !(allowsLoopback && isLoopback && url.protocol === 'http:'))
    return isLoopback ? OF_THIS_MACHINE : 'Events are sent by https only'
  if (url.username !== '' || url.password !== '') return 'An address has no user name or password: check the signature'
  // The parser leaves out the port that a protocol has by itself: https goes to 443, the demo's http to 80.
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `Events are sent to port 443, or to one from ${FIRST_FREE_PORT} on`
  if (url.hash !== '') return 'An address has no part after #'
  const address = literalAddress(url)
  const mayConnect = address === null ? !isLoopback || allowsLoopback : mayConnectTo(address, allowsLoopback)
  return mayConnect ? null : 'Events are sent to addresses of the open internet only'
}
