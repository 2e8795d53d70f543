/** The heading of a page at an operator's address. */
import { type HeadingProps, PageHeading } from '../parts/page-heading.tsx'
import { useViewer } from './viewer.ts'

export const PageHead = (props: HeadingProps) => {
  const { operatorName, environment } = useViewer()
  const name = environment === 'sandbox' ? `${operatorName} sandbox` : operatorName
  return <PageHeading {...props} place={`${name} – Airside`} />
}
