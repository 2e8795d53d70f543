/** What operators will see of an application, while it is typed. */
import { SeenByOperators } from '../../platform/seen-by-operators.tsx'
import { useProviderName } from '../provider-name.ts'
import { linesOf, type RegistrationDraft } from './draft.ts'
import { useChosenLogo } from './use-chosen-logo.ts'

interface PreviewProps {
  readonly draft: RegistrationDraft
  /** The logo that stands; a chosen one takes its place. */
  readonly logoPath?: string | null
}

export const Preview = ({ draft, logoPath = null }: PreviewProps) => {
  const chosen = useChosenLogo(draft.logo)
  const providerName = useProviderName()
  return (
    <SeenByOperators
      application={{
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
