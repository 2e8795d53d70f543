/**
 * Resolves names below `localhost` to this machine, as browsers and curl do: Node leaves it to the system, and not
 * every system supports it (access-model §1). Unmodified clients then reach an operator's address.
 */
import dns from 'node:dns'

const resolve = dns.lookup as (...given: unknown[]) => void

export const resolveLocalhostNames = (): void => {
  const lookup = (name: string, ...rest: unknown[]): void =>
    resolve(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest)
  Object.assign(dns, { lookup })
}
