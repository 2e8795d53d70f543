/** A key's refresh token, shown once: with the lines to try it, and the first request as it arrives. */
import { SecretShownOnce } from '../../parts/secret-shown-once.tsx'
import { Awaited, type Awaits } from './awaited.tsx'
import { CurlLines } from './curl-lines.tsx'
import type { FreshSecret } from './fresh-secret.ts'

interface ShownOnceProps {
  readonly fresh: FreshSecret
  readonly awaits: Awaits
  readonly onDone: () => void
}

export const ShownOnce = ({ fresh, awaits, onDone }: ShownOnceProps) => (
  <SecretShownOnce name="refresh token" secret={fresh.refreshToken} reader="my system" onDone={onDone}>
    <CurlLines refreshToken={fresh.refreshToken} />
    <Awaited apiKeyId={fresh.apiKeyId} awaits={awaits} />
  </SecretShownOnce>
)
