/** The heading of a page of the portal or of support. */
import { type HeadingProps, PageHeading } from '../parts/page-heading.tsx'

export const PlatformHead = (props: HeadingProps) => <PageHeading {...props} place="Airside" />
