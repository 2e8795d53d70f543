/**
 * Names below `localhost` lead to this machine, as in browsers and curl: Node leaves that to the system, and not every
 * system knows it (access-model §1). With this, stock clients reach an operator's address as they are.
 */
import dns from 'node:dns'

const resolve = dns.lookup as (...given: unknown[]) => void

export const resolveLocalhostNames = (): void => {
  const lookup = (name: string, ...rest: unknown[]): void =>
    resolve(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest)
  Object.assign(dns, { lookup })
}
