/** Sends the logo of an application as bytes; the server draws it anew. */
import { GraphFailure } from '../../graph/failure.ts'

export const uploadLogo = async (clientId: string, logo: Blob): Promise<void> => {
  const answer = await fetch(`/console/logo/?client_id=${encodeURIComponent(clientId)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: logo,
    credentials: 'same-origin',
  })
  if (answer.ok) return
  const { error_description: told } = (await answer.json().catch(() => ({}))) as { error_description?: string }
  throw new GraphFailure('refused', told ?? 'The logo was not taken.')
}
