/** Sends the logo of an application as bytes; the server draws it anew. */
import { GraphFailure } from '../../graph/failure.ts'

const MAX_LOGO_BYTES = 1024 * 1024

/** Null where it can be sent; whether it is a picture, the server sees. */
export const logoProblem = ({ size }: Blob): string | null =>
  size > MAX_LOGO_BYTES ? 'A logo has at most 1 MB: choose a smaller one.' : null

const send = async (clientId: string, logo: Blob): Promise<Response> => {
  try {
    return await fetch(`/console/logo/?client_id=${encodeURIComponent(clientId)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: logo,
      credentials: 'same-origin',
    })
  } catch {
    throw new GraphFailure('lost', 'The server was not reached. Check the connection, then try again.')
  }
}

export const uploadLogo = async (clientId: string, logo: Blob): Promise<void> => {
  const problem = logoProblem(logo)
  if (problem !== null) throw new GraphFailure('refused', problem)
  const answer = await send(clientId, logo)
  if (answer.ok) return
  const { error_description: told } = (await answer.json().catch(() => ({}))) as { error_description?: string }
  throw new GraphFailure('refused', told ?? 'The logo was not taken.')
}
