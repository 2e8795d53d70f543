/** Qualifications with their ends: over is red, soon is heavier ink (amber is the sandbox's). */

import { Tag } from '../../parts/tag.tsx'
import { daysBetween, utcDay } from '../../text/instant.ts'
import { spelled } from '../spelled.ts'

export interface Paper {
  readonly qualificationId: string
  readonly kind: string
  readonly label: string
  readonly number: string | null
  readonly validTo: string | null
}

const SOON_DAYS = 30

export const daysLeft = (validTo: string): number => daysBetween(new Date(), new Date(`${validTo}T23:59:59Z`))

export const EndTag = ({ validTo }: { readonly validTo: string }) => {
  const days = daysLeft(validTo)
  if (days < 0) return <Tag tone="fail">Expired</Tag>
  return days <= SOON_DAYS ? <Tag tone="solid">in {days} d</Tag> : null
}

/** The next to end comes first; what never ends comes last. */
export const byEnd = (a: { validTo: string | null }, b: { validTo: string | null }): number =>
  (a.validTo ?? '9').localeCompare(b.validTo ?? '9')

export const Papers = ({ papers }: { readonly papers: readonly Paper[] }) => (
  <ul className="record-lines">
    {papers.toSorted(byEnd).map(({ qualificationId, kind, label, number, validTo }) => (
      <li key={qualificationId}>
        <span className="two-lines">
          <span>{label}</span>
          <span className="small muted">
            {spelled(kind)}
            {number !== null && <span className="mono"> {number}</span>}
          </span>
        </span>
        <span className="row">
          {validTo === null ? <span className="muted">no end</span> : utcDay(new Date(validTo))}
          {validTo !== null && <EndTag validTo={validTo} />}
        </span>
      </li>
    ))}
  </ul>
)
