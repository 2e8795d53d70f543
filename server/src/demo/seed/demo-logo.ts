/** Renders a logo of the demo as the image that a provider would upload. */
import { encodeLogo } from '../../services/oauth/application-logo.ts'
import { DEMO_LOGOS } from '../data/logos.ts'

type Logo = Awaited<ReturnType<typeof encodeLogo>>

export const demoLogo = async (application: string): Promise<Logo | null> => {
  const svg = DEMO_LOGOS[application]
  if (svg === undefined) return null
  const { default: sharp } = await import('sharp')
  return encodeLogo(await sharp(Buffer.from(svg)).png().toBuffer())
}
