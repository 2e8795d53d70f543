/** What operators will see of an application, while it is typed. */
import { useEffect, useState } from 'react'
import { ApplicationFace } from '../../platform/application-face.tsx'
import { useProviderName } from '../provider-name.ts'
import { linesOf, type RegistrationDraft } from './draft.ts'

interface PreviewProps {
  readonly draft: RegistrationDraft
  /** The logo that stands; a chosen one takes its place. */
  readonly logoPath?: string | null
}

/** The chosen picture as an address that holds it, which is all that the content policy lets a page show; null where none is chosen. */
const useChosenLogo = (logo: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    setAddress(null)
    if (logo === null) return
    const reader = new FileReader()
    reader.onload = () => setAddress(String(reader.result))
    reader.readAsDataURL(logo)
    return () => reader.abort()
  }, [logo])
  return address
}

export const Preview = ({ draft, logoPath = null }: PreviewProps) => {
  const chosen = useChosenLogo(draft.logo)
  const providerName = useProviderName()
  return (
    <ApplicationFace
      face={{
        ...draft,
        providerName,
        name: draft.name.trim() || 'Your application',
        logoPath: chosen ?? logoPath,
        redirectUriList: linesOf(draft.redirectUris),
      }}
      lines={[{ key: 'scopes', icon: 'eye', text: 'What it asks to see and to change: you choose at Connect' }]}
      isSandbox
      hint="as you type"
    />
  )
}
