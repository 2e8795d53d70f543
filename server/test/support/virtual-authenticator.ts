/** Chromium's virtual authenticator: keeps passkeys and verifies the user without asking. */
import type { CDPSession, Page } from 'playwright-core'

const LAPTOP = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

export interface StoredPasskey {
  readonly credentialId: string
  readonly rpId?: string
  readonly signCount: number
}

export class VirtualAuthenticator {
  readonly #cdp: CDPSession
  readonly #authenticatorId: string

  constructor(cdp: CDPSession, authenticatorId: string) {
    this.#cdp = cdp
    this.#authenticatorId = authenticatorId
  }

  /** Beside this page, for as long as it is open. */
  static async beside(page: Page): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: LAPTOP })
    return new VirtualAuthenticator(cdp, authenticatorId)
  }

  async passkeys(): Promise<readonly StoredPasskey[]> {
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId: this.#authenticatorId })
    return credentials
  }

  /** Makes user verification fail from now on, or succeed again. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified })
  }

  /** While false, a ceremony waits for the user, as it does behind an e-mail field. */
  async touches(enabled: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
}
