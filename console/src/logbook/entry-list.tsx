/** Entries by month, the newest first: time right, route left, the role and what else counts below. */
import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { Route } from '../parts/route.tsx'
import { Tag } from '../parts/tag.tsx'
import { counted } from '../text/count.ts'
import { hoursText } from '../text/hours.ts'
import { utcDayShort, utcMonth } from '../text/instant.ts'
import { aboutFlight, dateOf } from './entry-words.ts'
import type { Entry } from './queries.ts'

const OpenLink = ({ entry }: { readonly entry: Entry }) => (
  <Link
    className="entity-link whole-row"
    from="/logbook"
    to="."
    search={(search) => ({ ...search, open: entry.logbookEntryId })}
  >
    {entry.kind === 'FSTD' ? 'Simulator' : <Route from={entry.adepICAO} to={entry.adesICAO} />}
    <span className="unseen">, {utcDayShort(dateOf(entry.date))}</span>
  </Link>
)

const OWN_WORDS = { MANUAL: 'Own entry', IMPORT: 'Imported' } as const

const Item = ({ entry, isOpen }: { readonly entry: Entry; readonly isOpen: boolean }) => {
  const isSession = entry.kind === 'FSTD'
  const note = entry.annotation ?? entry.remarks
  return (
    <li className={isOpen ? 'row-open' : undefined}>
      <b className="number">{utcDayShort(dateOf(entry.date))}</b>
      <span>
        <OpenLink entry={entry} />{' '}
        <span className="small muted one-line">
          {isSession
            ? [entry.fstdType, entry.fstdQualification].filter(Boolean).join(', ')
            : `${entry.registration ?? ''} ${entry.acftICAO ?? ''}`}
        </span>
      </span>
      <b className="number logbook-time">{hoursText(isSession ? entry.fstdMinutes : entry.totalMinutes)}</b>
      <span className="small muted logbook-below logbook-about number">
        {isSession ? 'Simulator session, not in flight time' : aboutFlight(entry)}
      </span>
      {note !== null && (
        <span className="logbook-below logbook-note">
          <Icon name="pencil" />
          <span>{note}</span>
        </span>
      )}
      {entry.source !== 'OPERATOR' && (
        <span className="logbook-below">
          <Tag tone="line" icon="person">
            {OWN_WORDS[entry.source]}
          </Tag>
        </span>
      )}
    </li>
  )
}

interface Month {
  readonly month: string
  readonly entries: readonly Entry[]
}

const monthsOf = (entries: readonly Entry[]): Month[] =>
  [...Map.groupBy(entries, ({ date }) => date.slice(0, 7))].map(([month, ofMonth]) => ({ month, entries: ofMonth }))

const sumOf = (entries: readonly Entry[]): string => {
  const sum = (field: 'flightCount' | 'totalMinutes' | 'fstdMinutes'): number =>
    entries.reduce((total, entry) => total + entry[field], 0)
  const [flights, session] = [sum('flightCount'), sum('fstdMinutes')]
  return [
    flights > 0 && `${counted(flights, 'flight')}, ${hoursText(sum('totalMinutes'))}`,
    session > 0 && `simulator ${hoursText(session)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface EntryListProps {
  readonly entries: readonly Entry[]
  readonly open: string | undefined
  /** The last month goes on: it is not added up. */
  readonly isMore: boolean
}

export const EntryList = ({ entries, open, isMore }: EntryListProps) => {
  const months = monthsOf(entries)
  return (
    <ol className="logbook-months">
      {months.map(({ month, entries: ofMonth }, index) => (
        <li key={month}>
          <h3>
            {utcMonth(dateOf(`${month}-01`))}
            <span className="number">{isMore && index === months.length - 1 ? 'goes on' : sumOf(ofMonth)}</span>
          </h3>
          <ol className="logbook-entries">
            {ofMonth.map((entry) => (
              <Item key={entry.logbookEntryId} entry={entry} isOpen={entry.logbookEntryId === open} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
