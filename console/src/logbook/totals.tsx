/** What a logbook comes to: a few sums above it, and all of them by type. */
import { Link } from '@tanstack/react-router'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { grouped } from '../text/count.ts'
import { hoursText } from '../text/hours.ts'
import type { Sums } from './queries.ts'
import '../states/strip.css'

const allOf = (totals: readonly Sums[]): Sums | undefined => totals.find(({ acftICAO }) => acftICAO === null)

export const TotalsStrip = ({ totals }: { readonly totals: readonly Sums[] }) => {
  const all = allOf(totals)
  if (!all) return null
  const figures = [
    { name: 'Total, with brought forward', value: all.totalMinutes },
    {
      name: 'Commander',
      value: all.picMinutes,
      context: all.picusMinutes > 0 && `PICUS ${hoursText(all.picusMinutes)}`,
    },
    { name: 'Co-pilot', value: all.copilotMinutes },
    { name: 'Night', value: all.nightMinutes },
  ]
  return (
    <section className="panel" aria-label="Totals">
      <dl className="strip">
        {figures.map(({ name, value, context }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">
              {hoursText(value)} {context && <small>{context}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="table-foot small">
        <span className="number muted">
          IFR {hoursText(all.ifrMinutes)} · multi-pilot {hoursText(all.multiPilotMinutes)} · simulator{' '}
          {hoursText(all.fstdMinutes)} · {grouped(all.landingsDay + all.landingsNight)} landings
        </span>
        <Link className="push" from="/logbook" to="." search={(search) => ({ ...search, totals: 'by-type' as const })}>
          By type
        </Link>
      </div>
    </section>
  )
}

const COLUMNS = [
  ['totalMinutes', 'Total'],
  ['picMinutes', 'PIC'],
  ['nightMinutes', 'Night'],
  ['ifrMinutes', 'IFR'],
] as const satisfies readonly (readonly [keyof Sums, string])[]

type Column = (typeof COLUMNS)[number][0]

/** What has no type: sums brought forward, mostly. */
const withoutType = (totals: readonly Sums[], column: Column): number =>
  totals.reduce((rest, sums) => rest + (sums.acftICAO === null ? 1 : -1) * sums[column], 0)

const ByType = ({ totals }: { readonly totals: readonly Sums[] }) => {
  const all = allOf(totals)
  const types = totals.filter(({ acftICAO }) => acftICAO !== null)
  return (
    <div className="stack">
      <table className="sums">
        <thead>
          <tr>
            <th scope="col">Type</th>
            {COLUMNS.map(([column, name]) => (
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((sums) => (
            <tr key={sums.acftICAO}>
              <th scope="row" className="mono">
                {sums.acftICAO}
              </th>
              {COLUMNS.map(([column]) => (
                <td key={column}>{hoursText(sums[column])}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Brought forward</th>
            {COLUMNS.map(([column]) => (
              <td key={column}>{hoursText(withoutType(totals, column))}</td>
            ))}
          </tr>
          <tr className="sums-all">
            <th scope="row">All</th>
            {COLUMNS.map(([column]) => (
              <td key={column}>{hoursText(all?.[column] ?? 0)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="small muted">
        PICUS, SPIC, instructor and examiner time lies within PIC. The simulator is no flight time.
      </p>
    </div>
  )
}

interface TotalsDrawerProps {
  readonly totals: readonly Sums[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const TotalsDrawer = ({ totals, isOpen, onClose }: TotalsDrawerProps) => (
  <SideDrawer title="By type" isOpen={isOpen} onClose={onClose}>
    <ByType totals={totals} />
  </SideDrawer>
)
