/** What maintenance is due: by day, hours or cycles, whichever comes first, the nearest first. */

import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Empty } from '../states/empty.tsx'
import { utcDay } from '../text/instant.ts'
import { blockWords } from './log-words.ts'
import type { Due } from './queries.ts'

/** A full bar is this much. */
const FULL = { days: 90, minutes: 100 * 60, cycles: 100 } as const
const NEAR_SHARE = 1 / 3
const FITS_FROM = 640

interface Left {
  readonly words: string
  readonly share: number
}

const signed = (value: number, words: string): string => (value < 0 ? `${words} over` : words)

/** Of day, hours and cycles, what comes first by its share of a full bar. */
const firstOf = ({ remainingDays, remainingMinutes, remainingCycles }: Due): Left => {
  const all: Left[] = [
    ...(remainingDays === null
      ? []
      : [{ words: signed(remainingDays, `${Math.abs(remainingDays)} days`), share: remainingDays / FULL.days }]),
    ...(remainingMinutes === null
      ? []
      : [
          {
            words: signed(remainingMinutes, `${Math.floor(Math.abs(remainingMinutes) / 60)} h`),
            share: remainingMinutes / FULL.minutes,
          },
        ]),
    ...(remainingCycles === null
      ? []
      : [
          {
            words: signed(remainingCycles, `${Math.abs(remainingCycles)} cycles`),
            share: remainingCycles / FULL.cycles,
          },
        ]),
  ]
  return all.toSorted((a, b) => a.share - b.share)[0] ?? { words: '–', share: 1 }
}

const Bar = ({ due }: { readonly due: Due }) => {
  const { words, share } = firstOf(due)
  const look = share < 0 ? 'left-over' : share < NEAR_SHARE ? 'left-near' : ''
  return (
    <span className={`left ${look}`.trim()}>
      <span className="small">{words}</span>
      <span className="left-bar" aria-hidden="true">
        <i style={{ width: `${share < 0 ? 100 : Math.min(100, Math.max(2, Math.round(share * 100)))}%` }} />
      </span>
    </span>
  )
}

const dash = <span className="muted">–</span>

interface MaintenanceProps {
  readonly list: readonly Due[]
  readonly registrationOf: (aircraftId: string) => string
}

export const Maintenance = ({ list, registrationOf }: MaintenanceProps) => (
  <Panel title="Maintenance due" hint={`${list.length} not done`}>
    {list.length === 0 ? (
      <Empty icon="circleCheck" title="Nothing is due" />
    ) : (
      <div className="due">
        <Table
          label="Maintenance due"
          columns={[
            'What',
            'By day',
            { name: 'Hours left', align: 'number' },
            { name: 'Cycles left', align: 'number' },
            'First to come',
          ]}
          fitsFrom={FITS_FROM}
        >
          {list
            .toSorted((a, b) => firstOf(a).share - firstOf(b).share)
            .map((due) => (
              <Row key={due.maintenanceDueId}>
                <NameCell>
                  <span className="two-lines">
                    <span>{due.title}</span>
                    <span className="small muted mono">{registrationOf(due.aircraftId)}</span>
                  </span>
                </NameCell>
                <Cell label="By day">{due.dueDate ? utcDay(new Date(due.dueDate)) : dash}</Cell>
                <Cell label="Hours left" kind="number">
                  {due.remainingMinutes === null
                    ? dash
                    : signed(due.remainingMinutes, blockWords(Math.abs(due.remainingMinutes)))}
                </Cell>
                <Cell label="Cycles left" kind="number">
                  {due.remainingCycles === null
                    ? dash
                    : signed(due.remainingCycles, `${Math.abs(due.remainingCycles)}`)}
                </Cell>
                <Cell label="First">
                  <Bar due={due} />
                </Cell>
              </Row>
            ))}
        </Table>
      </div>
    )}
    <div className="panel-foot small muted">Full bar: 90 days, 100 h or 100 cycles.</div>
  </Panel>
)
