/** The journey logs of the last weeks: which are signed, and whom the others wait for. */
import { Link } from '@tanstack/react-router'
import type { Pages } from '../graph/pages.ts'
import { Paged } from '../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { Empty } from '../states/empty.tsx'
import { utcDayShort } from '../text/instant.ts'
import { HOUR_MS } from '../text/spans.ts'
import { LogTag } from './journey-log.tsx'
import { commanderOf, isOverdue, waitsFor } from './log-words.ts'
import type { Standing } from './queries.ts'

const FITS_FROM = 520

const Who = ({ log, now }: { readonly log: Standing; readonly now: number }) => {
  const commander = commanderOf(log)
  if (log.signature) return log.signature.name
  if (!commander) return <span className="muted">no commander</span>
  const waits = waitsFor(log, now)
  return (
    <span className="two-lines">
      <span>
        waits for {commander.name} {commander.surname}
      </span>
      {waits !== null && isOverdue(log, now) && (
        <span>
          <Tag tone="solid" icon="clock">
            {Math.floor(waits / HOUR_MS)} h
          </Tag>
        </span>
      )}
    </span>
  )
}

interface JourneyListProps {
  readonly pages: Pages<Standing>
  readonly isWholeNeeded: boolean
  readonly now: number
}

export const JourneyList = ({ pages, isWholeNeeded, now }: JourneyListProps) => (
  <Paged
    pages={pages}
    label="Journey logs"
    noun={['journey log', 'journey logs']}
    isWholeNeeded={isWholeNeeded}
    empty={
      <Empty icon="book" title="No journey log">
        What an electronic flight bag saves of a flight is here, and whether its commander signed it.
      </Empty>
    }
  >
    {(logs) => (
      <Table label="Journey logs" columns={['Flight', 'Aircraft', 'Signed', 'State']} fitsFrom={FITS_FROM} isBrief>
        {logs.map((log) => (
          <Row key={log.journeyLogId} isLink>
            <NameCell>
              <span className="two-lines">
                <Link
                  className="mono"
                  from="/logs"
                  to="."
                  search={({ show: _, ...others }) => ({ ...others, log: log.journeyLogId })}
                >
                  {log.flightNo}
                </Link>
                <span className="small muted">
                  {log.departureICAO} to {log.arrivalICAO}, {utcDayShort(new Date(log.date))}
                </span>
              </span>
            </NameCell>
            <Cell>
              <span className="mono">{log.registration}</span>
            </Cell>
            <Cell>
              <Who log={log} now={now} />
            </Cell>
            <Cell isTop>
              <LogTag log={log} />
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Paged>
)
